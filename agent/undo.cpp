#include "agent/undo.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "agent/bus/names.hpp"
#include "agent/clock.hpp"
#include "keep/returning.hpp"
#include "kernel/files.hpp"
#include "profile/digest.hpp"

namespace roced::agent {
namespace {

using converge::Standstill;
using keep::Kept;
using node::Problem;
using profile::Severity;
using settings::State;

std::string boot_id(kernel::Kernel& kernel) {
  auto text = kernel.files().read(kernel::boot_id_file);
  return text ? std::string{kernel::trimmed(*text)} : std::string{};
}

/// What an apply would write now, as it is before.
keep::Values before(Upkeep& upkeep, const converge::Ask& ask) {
  keep::Values values;
  for (const auto& stage : upkeep.convergence().plan(ask))
    for (const auto& step : stage.steps)
      if (auto value = step.before.value(); value && !stage.stays)
        values.emplace(keep::key_of(step.setting->subject().nic, step.setting->row().name), *value);
  return values;
}

std::chrono::microseconds left(std::uint64_t until, std::uint64_t now) {
  return std::chrono::microseconds{until > now ? until - now : 0};
}

std::string when(const keep::Pause& pause) {
  return pause.until_usec == 0 ? std::string{"until rocectl resume"}
                               : fmt::format("until {}, or rocectl resume", time_text(pause.until_usec));
}

}  // namespace

Undo::Undo(sd_event* event, kernel::Kernel& kernel, keep::FileStore& store, std::function<void()> due)
    : kernel_{kernel},
      store_{store},
      deadline_{event, due, CLOCK_BOOTTIME},
      pause_end_{event, std::move(due), CLOCK_BOOTTIME} {}

std::optional<Refusal> Undo::keep(const std::function<void(Kept&)>& how) {
  if (auto done = store_.change(how); !done)
    return Refusal{bus::error_not_kept,
                   fmt::format("nothing was done, since it can't be kept over a restart: {}", done.error().text())};
  arm();
  return {};
}

void Undo::arm() {
  if (const auto& trial = store_.kept().trial)
    deadline_.start(left(trial->deadline.usec, usec_of(CLOCK_BOOTTIME)));
  else
    deadline_.stop();
  if (const auto& pause = store_.kept().pause; pause && pause->until_usec != 0)
    pause_end_.start(left(pause->until_usec, usec_of(CLOCK_REALTIME)));
  else
    pause_end_.stop();
}

bool Undo::paused() const {
  const auto& pause = store_.kept().pause;
  return pause && (pause->until_usec == 0 || usec_of(CLOCK_REALTIME) < pause->until_usec);
}

Undo::Outcomes Undo::take_up(Upkeep& upkeep) {
  Outcomes outcomes;
  const auto& trial = store_.kept().trial;
  if (trial && trial->deadline.boot != boot_id(kernel_))  // one that passed in this boot is over at once
    revert(upkeep, outcomes);
  else if (is_going_back())
    outcomes = go_back(upkeep);
  arm();
  return outcomes;
}

std::optional<Refusal> Undo::begin(Upkeep& upkeep, const converge::Ask& ask, std::chrono::microseconds within) {
  if (auto refused = forget(upkeep)) return refused;
  auto usec = usec_of(CLOCK_BOOTTIME) + static_cast<std::uint64_t>(within.count());
  keep::Trial trial{upkeep.profile().digest, {boot_id(kernel_), usec}, before(upkeep, ask)};
  if (trial.before.empty()) return {};  // nothing to write, nothing to take back
  return keep([&](Kept& kept) { kept.trial = std::move(trial); });
}

std::optional<Refusal> Undo::forget(const Upkeep& upkeep) {
  const auto& kept = store_.kept();
  if (kept.trial)
    return Refusal{bus::error_busy,
                   "an apply waits for its confirmation: rocectl confirm keeps it, rocectl revert takes it back"};
  const auto& digest = upkeep.profile().digest;
  if (!kept.rejected.contains(digest) && !kept.going_back) return {};
  returning_.reset();
  return keep([&](Kept& next) {
    next.rejected.erase(digest);
    next.going_back.reset();
  });
}

std::optional<Refusal> Undo::confirm() {
  if (!store_.kept().trial) return Refusal{bus::error_nothing_to_confirm, "no apply waits for a confirmation"};
  return keep([](Kept& kept) { kept.trial.reset(); });
}

std::optional<Refusal> Undo::revert(Upkeep& upkeep, Outcomes& outcomes) {
  const auto& kept = store_.kept();
  if (!kept.trial && !(kept.going_back && !kept.going_back->restore))
    return Refusal{bus::error_nothing_to_confirm,
                   "no apply waits for a confirmation, so there is nothing to revert; rocectl restore brings back what "
                   "was there before roced's first changes"};
  if (kept.trial) {
    auto refused = keep([](Kept& next) {
      next.rejected.insert(next.trial->digest);
      next.going_back = keep::Return{false, std::move(next.trial->before)};
      next.trial.reset();
    });
    if (refused) return refused;
  }
  outcomes = go_back(upkeep);
  return {};
}

std::optional<Refusal> Undo::restore(Upkeep& upkeep, Outcomes& outcomes) {
  auto refused = keep([](Kept& kept) {
    kept.trial.reset();
    kept.going_back = keep::Return{true, kept.originals};
    kept.pause = keep::Pause{usec_of(CLOCK_REALTIME), 0};
  });
  if (!refused) outcomes = go_back(upkeep);
  return refused;
}

std::optional<Refusal> Undo::pause(std::chrono::microseconds duration) {
  auto now = usec_of(CLOCK_REALTIME);
  auto until = duration.count() == 0 ? 0 : now + static_cast<std::uint64_t>(duration.count());
  return keep([&](Kept& kept) { kept.pause = keep::Pause{now, until}; });
}

std::optional<Refusal> Undo::resume() {
  return keep([](Kept& kept) { kept.pause.reset(); });
}

Undo::Outcomes Undo::go_back(Upkeep& upkeep) {
  const auto& back = store_.kept().going_back;
  if (!back) return {};
  auto limits = upkeep.profile().repair;
  limits.disruptive = profile::Disruptive::when_idle;  // a person asked for it
  returning_ = std::make_unique<converge::Convergence>(kernel_, keep::returning(back->values, upkeep.members()), limits,
                                                       upkeep.guard(), no_store_);
  auto outcomes = returning_->converge([](const auto&, State) { return true; }, {.person = true, .going_back = true});
  std::set<std::string> done;
  for (auto& outcome : outcomes) {
    outcome.returned = outcome.repaired;
    if (outcome.returned)
      outcome.cause = back->restore ? "restored to before roced's first change"
                                    : "the apply was reverted, or wasn't confirmed in time";
    if (outcome.after == State::in_sync)
      done.insert(keep::key_of(outcome.setting->subject().nic, outcome.setting->row().name));
  }
  // A card that isn't here keeps its values for when it comes; a restore ends with the others all the same.
  keep([&](Kept& kept) {
    std::erase_if(kept.going_back->values, [&](const auto& each) { return done.contains(each.first); });
    if (kept.going_back->restore)
      std::erase_if(kept.originals, [&](const auto& each) { return done.contains(each.first); });
    auto gone = keep::absent(kept.going_back->values, upkeep.members());
    if (gone.size() == kept.going_back->values.size()) kept.going_back.reset();
  });
  return outcomes;
}

std::optional<Standstill> Undo::standstill(const std::string& digest) const {
  const auto& kept = store_.kept();
  if (kept.going_back)
    return Standstill{State::held, kept.going_back->restore
                                       ? "a restore isn't finished: rocectl status tells what isn't back, and why"
                                       : "a revert isn't finished: rocectl status tells what isn't back, and why"};
  if (paused()) return Standstill{State::held, "paused " + when(*kept.pause)};
  if (kept.rejected.contains(digest))
    return Standstill{State::drifted,
                      fmt::format("this profile ({}) was reverted, so that it is only observed: change it, or take it "
                                  "after all with rocectl apply",
                                  profile::short_digest(digest))};
  return {};
}

void Undo::add_problems(const std::string& digest, std::vector<Problem>& problems) const {
  const auto& kept = store_.kept();
  if (!store_.damage().empty()) problems.push_back({Severity::error, "state-lost", store_.damage()});
  if (kept.trial)
    problems.push_back({Severity::warning, "unconfirmed",
                        fmt::format("an apply goes back at {} unless it is confirmed: rocectl confirm",
                                    time_text(confirm_deadline_usec()))});
  if (paused())
    problems.push_back(
        {Severity::warning, "paused",
         fmt::format("nothing is repaired since {}, {}", time_text(kept.pause->since_usec), when(*kept.pause))});
  if (kept.rejected.contains(digest))
    problems.push_back({Severity::warning, "reverted",
                        fmt::format("this profile ({}) was reverted: it is only observed until it changes, or somebody "
                                    "says rocectl apply",
                                    profile::short_digest(digest))});
  if (!kept.going_back || !returning_) return;
  converge::Report back;
  returning_->fill(back);
  auto add = [&](const std::string& subject, const std::vector<converge::SettingReport>& rows) {
    for (const auto& row : rows)
      if (row.state != State::in_sync)
        problems.push_back({Severity::error, "not-back",
                            fmt::format("{}: {} shall go back to {} and {}: {}{}", subject, row.name, row.desired,
                                        row.actual.empty() ? "can't be read" : "is " + row.actual, to_text(row.state),
                                        row.cause.empty() ? "" : ": " + row.cause)});
  };
  add("node", back.node);
  for (const auto& nic : back.nics) add(nic.name, nic.settings);
}

std::uint64_t Undo::paused_until_usec() const {
  if (!paused()) return 0;
  auto until = store_.kept().pause->until_usec;
  return until == 0 ? UINT64_MAX : until;
}

std::uint64_t Undo::confirm_deadline_usec() const {
  const auto& trial = store_.kept().trial;
  if (!trial) return 0;
  // In the wall clock's words, as that runs now; whole seconds, so that it reads the same each time.
  constexpr std::uint64_t second = 1'000'000;
  auto remaining = static_cast<std::uint64_t>(left(trial->deadline.usec, usec_of(CLOCK_BOOTTIME)).count());
  return (usec_of(CLOCK_REALTIME) + remaining + second / 2) / second * second;
}

}  // namespace roced::agent
