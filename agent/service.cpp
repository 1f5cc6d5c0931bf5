#include "agent/service.hpp"

#include <csignal>
#include <ctime>

#include <fmt/format.h>
#include <systemd/sd-daemon.h>

#include "agent/bus/names.hpp"
#include "agent/clock.hpp"
#include "agent/journal.hpp"
#include "kernel/capability.hpp"
#include "profile/digest.hpp"
#include "report/table.hpp"
#include "rivals/rivals.hpp"

namespace roced::agent {
namespace {

using converge::Ask;
using settings::State;
using namespace std::chrono_literals;

/// A NIC that has just come is renamed by udev and gets its RDMA device a moment later; its news come in a burst.
constexpr auto settle_time = 200ms;
constexpr auto held_asked_again = 5s;
constexpr auto unread_asked_again = 5s;
/// udev takes longer only where it hangs.
constexpr auto udev_patience = 5s;

bool all(const settings::Setting& /*setting*/, State /*state*/) { return true; }

std::string joined(const std::vector<profile::Diagnostic>& diagnostics) {
  std::string text;
  for (const auto& diagnostic : diagnostics)
    if (diagnostic.severity == profile::Severity::error)
      text +=
          (text.empty() ? "" : "\n") + diagnostic.line() + (diagnostic.advice.empty() ? "" : ". " + diagnostic.advice);
  return text;
}

int on_reload_signal(sd_event_source* /*source*/, const signalfd_siginfo* /*info*/, void* service) noexcept {
  static_cast<Service*>(service)->reload();
  return 0;
}

}  // namespace

Service::Service(profile::Sources sources)
    : sources_{std::move(sources)}, kernel_{kernel::running_kernel()}, bus_{*this} {}

void Service::prepare() {
  sd_event* event = nullptr;
  sd_event_new(&event);
  event_.reset(event);
  sigset_t signals;
  sigemptyset(&signals);
  for (int each : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, each);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  sd_event_add_signal(event, nullptr, SIGTERM, nullptr, nullptr);
  sd_event_add_signal(event, nullptr, SIGINT, nullptr, nullptr);
  sd_event_add_signal(event, nullptr, SIGHUP, on_reload_signal, this);
  sd_event_set_watchdog(event, 1);
  periodic_ = std::make_unique<Timer>(event, [this] { tick(); });
  rediscovery_ = std::make_unique<Timer>(event, [this] { rediscover(); });
  retry_ = std::make_unique<Timer>(event, [this] { retry(); });
  look_near_ = std::make_unique<Timer>(event, [this] { look_near(); });
  look_far_ = std::make_unique<Timer>(event, [this] { look_far(); });
  undo_ = std::make_unique<Undo>(
      event, kernel_, store_, [this] { not_confirmed(); }, [this] { converge(all, {}); });
}

void Service::subscribe(kernel::Result<kernel::Subscription> subscription,
                        std::unique_ptr<NewsSource<kernel::Subscription>>& source) {
  if (subscription)
    source = std::make_unique<NewsSource<kernel::Subscription>>(event_.get(), std::move(*subscription),
                                                                [this](const auto& news) { hear(news); });
  else if (subscription.error().code != EPROTONOSUPPORT)
    journal::error(fmt::format("{}; changes there are found by the periodic check only", subscription.error().text()));
}

void Service::listen() {
  if (!network_) subscribe(kernel::Subscription::network(), network_);
  if (!rdma_) subscribe(kernel::Subscription::rdma(), rdma_);
}

void Service::listen_to_routing() {
  if (!routing_ && upkeep_->convergence().heeds(catalog::Event::routing))
    subscribe(kernel::Subscription::routing(), routing_);
}

void Service::listen_to_files() {
  auto watch = [] {
    kernel::SysAdmin needed;
    return kernel::FileWatch::open();
  }();
  if (watch)  // a writer may exit the moment after: who it was is asked before anything else is done
    files_ = std::make_unique<NewsSource<kernel::FileWatch>>(
        event_.get(), std::move(*watch), [this](const auto& news) { hear_files(news); }, SD_EVENT_PRIORITY_IMPORTANT);
  else
    journal::info(fmt::format("{}; changes of files are found by the periodic check only, without who made them",
                              watch.error().text()));
}

int Service::run() {
  kernel::lower_sys_admin();
  prepare();
  listen();  // before the first look, so that nothing is missed between
  listen_to_files();
  udev_ = std::make_unique<UdevSource>(event_.get(), [this] { rediscover_soon(); });
  auto wrong = take_profile();
  if (wrong) {
    journal::error("no profile is in force, nothing is changed:\n" + *wrong);
    tell(undo_->take_up(nullptr));
  }
  converge(all, {.fresh_start = true});
  bus_.open(event_.get());
  sd_notify(0, "READY=1");
  return sd_event_loop(event_.get()) < 0 ? 1 : 0;
}

std::optional<std::string> Service::take_profile() {
  auto loaded = profile::load(sources_);
  diagnostics_ = std::move(loaded.diagnostics);
  refused_ = !loaded.profile;
  if (!loaded.profile) return joined(diagnostics_);
  if (upkeep_)
    upkeep_->take(std::move(*loaded.profile));
  else
    upkeep_.emplace(kernel_, std::move(*loaded.profile), store_);
  journal::tell(upkeep_->profile());
  rdma_devices_changed();
  tell(undo_->take_up(in_force()));
  return {};
}

void Service::tell(const Undo::Outcomes& outcomes) {
  for (const auto& outcome : outcomes) journal::tell(outcome);
}

std::optional<std::string> Service::reload() {
  sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%llu", static_cast<unsigned long long>(usec_of(CLOCK_MONOTONIC)));
  auto wrong = take_profile();
  if (wrong)
    journal::error((upkeep_ ? "the profile has errors; the last good one stays in force:\n"
                            : "the profile has errors; none is in force, nothing is changed:\n") +
                   *wrong);
  if (upkeep_ && !wrong)
    converge(all, {.fresh_start = true});
  else
    publish({});
  sd_notify(0, "READY=1");
  return wrong;
}

void Service::hear(const std::vector<kernel::News>& news) {
  using Kind = kernel::News::Kind;
  for (const auto& each : news) {
    switch (each.kind) {
      case Kind::link:
        hear_link(each.link);
        break;
      case Kind::link_gone:
        if (upkeep_ && upkeep_->knows(each.link.ifindex)) rediscover_soon();
        break;
      case Kind::dcb:
        near_.marks.add(catalog::Event::dcb, 0, each.link.name);
        break;
      case Kind::address:
        near_.marks.add(catalog::Event::address, each.link.ifindex);
        break;
      case Kind::netconf:
        near_.marks.add(catalog::Event::netconf, each.link.ifindex);
        break;
      case Kind::routing:
        if (each.link.ifindex == 0)
          near_.marks.add(catalog::Event::routing, settings::Setting::every_link);
        else if (upkeep_ && upkeep_->knows(each.link.ifindex))
          near_.marks.add(catalog::Event::routing, each.link.ifindex);
        break;
      case Kind::rdma:
        near_.marks.add(catalog::Event::rdma, 0);
        rediscover_in(settle_time);
        break;
      case Kind::lost:
        near_.marks.add_everything();
        rediscover_in(settle_time);
        break;
    }
  }
  look_soon();
}

void Service::hear_files(const std::vector<kernel::FileNews>& news) {
  near_.marks.add(news);
  look_soon();
}

void Service::hear_link(const kernel::Link& link) {
  if (!upkeep_) return;
  node::Nic as_nic;
  as_nic.link_kind = link.kind;
  if (upkeep_->knows(link.ifindex)) {
    near_.marks.add(catalog::Event::link, link.ifindex);
    bool renamed = true;
    for (const auto& [group, nic, unwritten] : upkeep_->members())
      if (nic.ifindex == link.ifindex && nic.netdev == link.name) renamed = false;
    if (renamed) rediscover_in(settle_time);
  } else if (upkeep_->knows(link.parent)) {
    near_.marks.add(catalog::Event::link, link.parent);  // a child of a rail
  } else if (!as_nic.is_upper() && !upkeep_->has_seen(link) && !rediscovery_->is_started()) {
    // Where udev has it in hand, udev says when it is done.
    rediscover_in(UdevSource::is_busy_with(link.ifindex) ? udev_patience : settle_time);
  }
}

void Service::look_soon() {
  if (near_.marks.empty()) return;
  if (near_.heard == Clock::time_point{}) near_.heard = Clock::now();
  if (auto wait = near_.pace.wait(); wait.count() == 0)
    look_near();
  else
    look_near_->start_if_idle(wait);
}

void Service::look_near() {
  if (!upkeep_) near_ = {};
  if (near_.marks.empty()) return;
  auto marks = near_.marks;
  auto since = near_.heard;
  if (!converge_heard(near_, false)) return;
  far_.marks.add(marks);
  if (far_.heard == Clock::time_point{}) far_.heard = since;
  // It waits before, too, so that it doesn't keep roced from what is near.
  look_far_->start_if_idle(far_.pace.rest());
}

void Service::look_far() {
  if (upkeep_) converge_heard(far_, true);
}

bool Service::converge_heard(Unseen& heard, bool far) {
  auto marks = std::exchange(heard.marks, {});
  auto since = std::exchange(heard.heard, {});
  const auto& convergence = upkeep_->convergence();
  bool others = false;
  auto which = [&](const settings::Setting& setting, State /*state*/) {
    if (!marks.mean(setting, convergence)) return false;
    bool fits = setting.looks_far() == far;
    others = others || !fits;
    return fits;
  };
  auto who = [&](const settings::Setting& setting) {
    auto writer = marks.writer(setting, convergence);
    return writer.empty() ? rivals::likely_writer(kernel_.files(), setting.row().event) : writer;
  };
  heard.pace.run([&] { converge(which, {.event = true, .who = who}, since); });
  return others;
}

void Service::watch_files() {
  if (!files_ || !upkeep_) return;
  auto files = upkeep_->convergence().files();
  if (files == watched_) return;
  files_->teller().watch(files);
  watched_ = std::move(files);
  // What was written since they were read, or while they were marked, wasn't heard.
  near_.marks.add_everything();
  if (near_.heard == Clock::time_point{}) near_.heard = Clock::now();
  look_near_->start_if_idle(0us);
}

void Service::rediscover_soon() { rediscovery_->start(discoveries_.wait()); }

void Service::rediscover_in(std::chrono::microseconds delay) {
  rediscovery_->start_if_idle(std::max(delay, discoveries_.wait()));
}

void Service::rediscover() {
  if (!upkeep_) return;
  discoveries_.run([this] {
    find_nics();
    converge(all, {});
  });
}

void Service::find_nics() {
  upkeep_->rediscover();
  watched_.clear();  // a NIC that came anew has other files under the old names
  rdma_devices_changed();
  if (!network_ || !rdma_) listen();  // RDMA may have been loaded only now
  if (upkeep_->partly_unread()) rediscover_in(unread_asked_again);
}

void Service::look_around() {
  tell(undo_->tend(in_force()));
  // Kernels before 6.12 don't tell of RDMA devices, none of a debugfs that is mounted.
  if (upkeep_ && (rdma_devices_changed() || upkeep_->other_ways() || upkeep_->partly_unread())) find_nics();
}

bool Service::rdma_devices_changed() {
  auto names = kernel_.files().list("/sys/class/infiniband");
  if (!names && names.error().code != ENOENT) return false;
  std::set<std::string> now;
  if (names) now.insert(names->begin(), names->end());
  return std::exchange(rdma_devices_, now) != now;
}

void Service::tick() {
  look_around();
  converge(all, {});
}

void Service::check() {
  if (usec_of(CLOCK_REALTIME) - last_check_ >= 1'000'000) tick();
}

std::optional<Refusal> Service::apply(const Ask& ask, std::chrono::microseconds confirm_within) {
  look_around();
  auto refusal = confirm_within.count() > 0 ? undo_->begin(*upkeep_, ask, confirm_within) : undo_->forget(*upkeep_);
  if (!refusal) converge(all, ask);
  return refusal;
}

std::optional<Refusal> Service::look_after(std::optional<Refusal> refusal) {
  if (!refusal) converge(all, {});
  return refusal;
}

std::optional<Refusal> Service::confirm() { return look_after(undo_->confirm()); }
std::optional<Refusal> Service::pause(std::chrono::microseconds duration) { return look_after(undo_->pause(duration)); }
std::optional<Refusal> Service::resume() { return look_after(undo_->resume()); }

std::optional<Refusal> Service::take_back(std::optional<Refusal> (Undo::*how)(Upkeep*, Undo::Outcomes&)) {
  Undo::Outcomes outcomes;
  auto refusal = ((*undo_).*how)(in_force(), outcomes);
  tell(outcomes);
  return look_after(std::move(refusal));
}

std::optional<Refusal> Service::revert() { return take_back(&Undo::revert); }
std::optional<Refusal> Service::restore() { return take_back(&Undo::restore); }

void Service::not_confirmed() {
  journal::info("the apply wasn't confirmed in time: it goes back");
  revert();
}

void Service::retry() {
  if (undo_->waits()) tell(undo_->go_back(in_force()));
  converge([](const auto&, State state) { return state == State::held || state == State::contended; }, {});
}

void Service::converge(const Which& which, const Ask& ask, Clock::time_point since) {
  if (!upkeep_) return publish({});
  listen_to_routing();  // before it looks, so that nothing is missed between
  upkeep_->convergence().stand_still(undo_->standstill(upkeep_->profile().digest));
  auto outcomes = upkeep_->convergence().converge(which, ask, since);
  watch_files();
  publish(outcomes);
}

void Service::publish(const std::vector<converge::Outcome>& outcomes) {
  auto checked = upkeep_ ? upkeep_->convergence().checked() : std::chrono::system_clock::now();
  bool whole = std::exchange(checked_, checked) != checked;
  if (whole) last_check_ = usec_of(CLOCK_REALTIME);
  bool repaired = false;
  for (const auto& outcome : outcomes) {
    journal::tell(outcome);
    repaired = repaired || outcome.repaired;
  }
  if (repaired) last_repair_ = usec_of(CLOCK_REALTIME);
  auto before = std::exchange(report_, upkeep_ ? upkeep_->report() : report_of(sources_.file.string(), diagnostics_));
  undo_->add_problems(report_.profile_digest, report_.problems);
  if (upkeep_) {
    // The profile in force is a good one, but a newer one was refused, or has warnings: that must not be forgotten.
    for (const auto& diagnostic : diagnostics_) report_.problems.push_back(problem_of(diagnostic));
    if (refused_)
      report_.problems.push_back({profile::Severity::warning, "profile",
                                  fmt::format("the profile that was read before ({}) stays in force, {}",
                                              profile::short_digest(report_.profile_digest),
                                              report_.mode == "enforce" ? "repairs go on" : "it observes")});
  }
  // News about one NIC says nothing of the others: only a whole check puts the next one off.
  if (whole) periodic_->start(upkeep_ ? upkeep_->profile().check_every : profile::Profile{}.check_every);
  // What is wrong with the profile was told when it was read.
  auto problems = report_.problems;
  std::erase_if(problems, [](const node::Problem& problem) { return problem.code == "profile"; });
  problem_log_.tell(problems);
  bus_.tell(outcomes, before, repaired);
  if (auto line = report::to_line(report_); std::exchange(status_, line) != line)
    sd_notifyf(0, "STATUS=%s", line.c_str());
  arm_retries();
}

void Service::arm_retries() {
  bool asks = undo_->waits() || (upkeep_ && upkeep_->convergence().waits_for_idle());
  if (asks) return retry_->start(held_asked_again);
  auto next = upkeep_ ? upkeep_->convergence().contention().next() : std::nullopt;
  if (!next) return retry_->stop();
  retry_->start(std::chrono::duration_cast<std::chrono::microseconds>(*next - Clock::now()) + 1ms);
}

}  // namespace roced::agent
