#include "converge/convergence.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace roced::converge {

using settings::Setting;
using settings::State;

namespace {

/// How often in a row news may have a failed write made again: somebody who undid it between write and read-back is
/// told from a driver that ignores it.
constexpr unsigned most_attempts = 3;

}  // namespace

std::string cause_with_who(const std::string& cause, const std::string& who) {
  if (who.empty()) return cause;
  return cause.empty() ? "changed " + who : cause + "; changed " + who;
}

Convergence::Convergence(kernel::Kernel& kernel, settings::Settings settings, const profile::Repair& repair,
                         Guard& guard, Store& store)
    : kernel_{kernel},
      settings_{std::move(settings)},
      repair_{repair},
      guard_{guard},
      store_{store},
      contention_{repair} {
  auto now = std::chrono::system_clock::now();
  for (const auto& setting : settings_) known_.push_back({{setting.get(), {}}, now, false});
}

std::vector<Convergence::Known*> Convergence::pick(const Which& which) {
  std::vector<Known*> picked;
  for (auto& known : known_)
    if (which(*known.standing.setting, known.standing.finding.state)) picked.push_back(&known);
  return picked;
}

std::vector<Standing> Convergence::look(const std::vector<Known*>& picked, node::Snapshot& now) {
  std::vector<Standing> found;
  found.reserve(picked.size());
  for (auto* known : picked) {
    // Where a setting lives is learned once; again while it couldn't be read.
    bool learn = known->files.empty() || known->standing.finding.reading.kind != settings::Reading::Kind::value;
    if (learn) now.note_files(&known->files);
    found.push_back({known->standing.setting, converge::check(*known->standing.setting, now)});
    if (learn) now.note_files(nullptr);
  }
  return found;
}

std::vector<Outcome> Convergence::check(const Which& which) {
  node::Snapshot now{kernel_};
  auto picked = pick(which);
  auto found = look(picked, now);
  std::vector<Finding> left;
  left.reserve(found.size());
  for (const auto& standing : found) left.push_back(standing.finding);
  return settle(picked, found, left, std::vector<bool>(found.size()), {}, Clock::now());
}

std::vector<Outcome> Convergence::converge(const Which& which, const Ask& ask, Clock::time_point since) {
  node::Snapshot now{kernel_};
  auto picked = pick(which);
  auto found = look(picked, now);
  observe(picked, now);
  prepare(found, ask);
  if (ask.event) leave_failed(picked, found);
  std::vector<bool> repaired(found.size());
  auto left = write(found, ask, now, repaired);
  return settle(picked, found, left, repaired, ask, since);
}

void Convergence::observe(const std::vector<Known*>& picked, node::Snapshot& now) {
  if (picked.size() != known_.size()) return;
  std::string last;
  for (const auto* known : picked) {
    const auto& setting = *known->standing.setting;
    auto disruption = setting.disruption();
    bool disturbs = disruption == catalog::Disruption::carrier || disruption == catalog::Disruption::link;
    if (!disturbs || !setting.subject().nic || setting.subject().name() == last) continue;
    last = setting.subject().name();
    guard_.observe(*setting.subject().nic, now);
  }
}

void Convergence::prepare(std::vector<Standing>& found, const Ask& ask) {
  for (auto& [setting, finding] : found) {
    bool may = ask.person ? ask.means(*setting) : setting->terms().mode == profile::Mode::enforce;
    if (finding.state != State::unknown || !may || !setting->terms().unwritten.empty()) continue;
    // What another one of the same device has made is there by now.
    node::Snapshot again{kernel_};
    finding = converge::check(*setting, again);
    if (finding.state != State::unknown || !setting->prepare(kernel_)) continue;
    node::Snapshot made{kernel_};
    finding = converge::check(*setting, made);
  }
}

std::vector<Stage> Convergence::plan(const Ask& ask) {
  node::Snapshot now{kernel_};
  auto found = look(pick([](const Setting&, State) { return true; }), now);
  return converge::plan(found, ask, policy(), now);
}

void Convergence::leave_failed(const std::vector<Known*>& picked, std::vector<Standing>& found) {
  for (std::size_t i = 0; i < picked.size(); ++i) {
    const auto& before = picked[i]->standing.finding;
    auto& finding = found[i].finding;
    bool same = before.state == State::failed && finding.writable && finding.actual() == before.actual();
    if (!same || picked[i]->attempts < most_attempts) continue;
    finding = before;
    finding.writable = false;
  }
}

std::string Convergence::waits_for(const Stage& stage, const std::vector<Standing>& found,
                                   const std::vector<Finding>& left) const {
  auto state_now = [&](const Known& known) {
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i].setting == known.standing.setting) return left[i].state;
    return known.standing.finding.state;  // it isn't looked at now
  };
  for (const auto& step : stage.steps)
    for (auto name : step.setting->needs())
      for (const auto& known : known_) {
        const auto& needed = *known.standing.setting;
        if (needed.row().name != name || needed.subject().name() != step.setting->subject().name()) continue;
        auto state = state_now(known);
        if (state != State::in_sync && state != State::unsupported) return std::string{name};
      }
  return {};
}

namespace {

/// What the kernel may change along with a stage, and is written after it: a parent's MTU takes its children's down.
std::vector<Intent> followers(const Stage& stage, const std::vector<Stage>& all) {
  std::vector<Intent> intents;
  auto follows = [&](const Step& other) {
    auto needs = other.setting->needs();
    return std::any_of(stage.steps.begin(), stage.steps.end(), [&](const Step& step) {
      return step.setting->subject().name() == other.setting->subject().name() &&
             std::find(needs.begin(), needs.end(), step.setting->row().name) != needs.end();
    });
  };
  for (const auto& other : all)
    for (const auto& step : other.steps)
      if (!other.stays && follows(step)) intents.push_back({step.setting, step.before.value()});
  return intents;
}

}  // namespace

void Convergence::look_at_the_others(const Stage& written, const std::vector<Standing>& found,
                                     std::vector<Finding>& left) {
  node::Snapshot now{kernel_};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& setting = *found[i].setting;
    bool own = std::any_of(written.steps.begin(), written.steps.end(),
                           [&](const Step& step) { return step.setting == &setting; });
    // In the unit, one write may undo another; elsewhere on the NIC, a mere check may follow from what was written.
    const auto& first = *written.steps.front().setting;
    bool undone = same_unit(first, setting) && left[i].in_sync();
    bool follows = first.subject().name() == setting.subject().name() && left[i].state == State::drifted &&
                   found[i].finding.state == State::drifted && !found[i].finding.writable;
    if (own || !(undone || follows)) continue;
    left[i] = converge::check(setting, now);
    if (undone && left[i].state == State::drifted && left[i].cause.empty())
      left[i].cause = fmt::format("was in sync until {} was written; the next check repairs it", first.row().name);
  }
}

std::vector<Finding> Convergence::write(const std::vector<Standing>& found, const Ask& ask, node::Snapshot& now,
                                        std::vector<bool>& repaired) {
  std::vector<Finding> left;
  left.reserve(found.size());
  for (const auto& standing : found) left.push_back(standing.finding);
  auto place = [&](const Setting* setting) {
    auto at =
        std::find_if(found.begin(), found.end(), [&](const Standing& standing) { return standing.setting == setting; });
    return static_cast<std::size_t>(at - found.begin());
  };
  Changes changes{kernel_, store_};
  auto stages = converge::plan(found, ask, policy(), now);
  for (auto& stage : stages) {
    if (auto name = stage.stays ? std::string{} : waits_for(stage, found, left); !name.empty()) {
      stage.stays = State::drifted;
      stage.cause = fmt::format("not written before {} is in sync", name);
    }
    if (!stage.stays) judge_again(stage, ask, policy(), kernel_);
    if (!stage.stays) changes.make(stage.steps, followers(stage, stages), now);
    for (const auto& step : stage.steps) {
      auto i = place(step.setting);
      if (stage.stays) {
        left[i].state = *stage.stays;
        left[i].cause = stage.cause;
        left[i].busy = stage.busy;
        continue;
      }
      left[i] = step.after;
      repaired[i] = step.after.in_sync();
      if (ask.person) contention_.forgive(key(*step.setting));
      if (repaired[i] && !ask.person && !ask.fresh_start) contention_.repaired(key(*step.setting));
    }
    if (!stage.stays) look_at_the_others(stage, found, left);
  }
  return left;
}

std::vector<Outcome> Convergence::settle(const std::vector<Known*>& picked, const std::vector<Standing>& found,
                                         const std::vector<Finding>& left, const std::vector<bool>& repaired,
                                         const Ask& ask, Clock::time_point since) {
  std::vector<Outcome> outcomes;
  if (picked.size() == known_.size()) checked_ = std::chrono::system_clock::now();
  auto latency = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - since);
  for (std::size_t i = 0; i < picked.size(); ++i) {
    auto& known = *picked[i];
    const auto& before = known.standing.finding;
    bool was_known = known.seen && before.state != State::in_sync && before.actual() == found[i].finding.actual();
    bool is_drift = found[i].finding.reading.kind == settings::Reading::Kind::value && !found[i].finding.in_sync();
    Outcome outcome{.setting = found[i].setting,
                    .was = found[i].finding.actual(),
                    .before = known.seen ? before.state : State::unknown,
                    .after = left[i].state,
                    .actual = left[i].actual(),
                    .cause = left[i].cause,
                    .who = {},
                    .detected = is_drift && !was_known,
                    .repaired = repaired[i],
                    .asked = ask.person && !ask.going_back,
                    .latency = latency};
    if (!known.seen || before.state != left[i].state) known.since = std::chrono::system_clock::now();
    if (outcome.detected) known.who = ask.who ? ask.who(*outcome.setting) : std::string{};
    outcome.who = known.who;
    if (left[i].in_sync()) known.attempts = 0;
    if (left[i].state == State::failed && found[i].finding.writable) ++known.attempts;
    bool changed = !known.seen || before.state != left[i].state || before.actual() != left[i].actual();
    if (changed || outcome.detected || outcome.repaired) outcomes.push_back(outcome);
    if (left[i].in_sync()) known.who.clear();
    known.standing.finding = left[i];
    known.seen = true;
  }
  return outcomes;
}

namespace {

bool plugged_anew(const settings::Subject& before, const settings::Subject& after) {
  return before.nic && after.nic && before.nic->ifindex != after.nic->ifindex;
}

}  // namespace

void Convergence::remember(const Convergence& before) {
  for (auto& known : known_)
    for (const auto& old : before.known_)
      if (old.seen && key(*old.standing.setting) == key(*known.standing.setting) &&
          old.standing.setting->desired() == known.standing.setting->desired()) {
        known.since = old.since;
        known.standing.finding = old.standing.finding;
        known.who = old.who;
        known.seen = true;
      }
}

void Convergence::inherit(const Convergence& before) {
  remember(before);
  contention_.inherit(before.contention_);
  // A card that was plugged in anew lost its values to nobody.
  for (const auto& old : before.known_)
    for (const auto& known : known_)
      if (key(*old.standing.setting) == key(*known.standing.setting) &&
          plugged_anew(old.standing.setting->subject(), known.standing.setting->subject()))
        contention_.forgive(key(*known.standing.setting));
  checked_ = before.checked_;
}

bool Convergence::heeds(catalog::Event event) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const Known& known) { return known.standing.setting->row().event == event; });
}

std::set<std::string> Convergence::files() const {
  std::set<std::string> all;
  for (const auto& known : known_)
    for (const auto& path : known.files)
      if (path.starts_with("/sys/") || path.starts_with("/proc/sys/net/")) all.insert(path);
  return all;
}

bool Convergence::lives_in(const Setting& setting, const std::string& path) const {
  return std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
    return known.standing.setting == &setting && known.files.contains(path);
  });
}

bool Convergence::any(State state) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const Known& known) { return known.standing.finding.state == state; });
}

bool Convergence::waits_for_idle() const {
  return std::any_of(known_.begin(), known_.end(), [](const Known& known) {
    return known.standing.finding.busy && known.standing.setting->terms().mode == profile::Mode::enforce;
  });
}

void Convergence::fill(Report& report) const {
  report.time = checked_;
  for (const auto& known : known_) {
    const auto& [standing, since] = std::tie(known.standing, known.since);
    const auto& setting = *standing.setting;
    if (standing.finding.remark) report.problems.push_back(*standing.finding.remark);
    SettingReport row{.name = std::string{setting.row().name},
                      .desired = to_text(setting.desired()),
                      .actual = standing.finding.actual(),
                      .state = standing.finding.state,
                      .cause = cause_with_who(standing.finding.cause, known.who),
                      .disruption = std::string{to_text(setting.disruption())},
                      .since = since,
                      .optional = setting.terms().optional};
    if (!setting.subject().nic) {
      report.node.push_back(std::move(row));
      continue;
    }
    const auto& nic = *setting.subject().nic;
    if (report.nics.empty() || report.nics.back().name != nic.name)
      report.nics.push_back({nic.name,
                             setting.subject().group,
                             nic.pci,
                             nic.driver,
                             nic.rdma_device,
                             nic.port,
                             std::string{to_text(nic.link_layer)},
                             {}});
    report.nics.back().settings.push_back(std::move(row));
  }
}

}  // namespace roced::converge
