#include "agent/undo.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "agent/bus/names.hpp"
#include "agent/clock.hpp"
#include "agent/journal.hpp"
#include "keep/finish.hpp"
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

/// What an apply would write now, as it is before.
keep::Values before(Upkeep& upkeep, const converge::Ask& ask) {
  keep::Values values;
  for (const auto& stage : upkeep.convergence().plan(ask))
    for (const auto& step : stage.steps)
      if (auto value = step.before.value(); value && !stage.stays)
        values.emplace(keep::key_of(step.setting->subject().nic, step.setting->row().name),
                       step.setting->way_back(*value));
  return values;
}

keep::Deadline in(const std::string& boot, std::chrono::microseconds duration) {
  return {boot, usec_of(CLOCK_BOOTTIME) + static_cast<std::uint64_t>(duration.count())};
}

/// In the wall clock's words, as that runs now; whole seconds, so that it reads the same each time.
std::uint64_t wall_time_after(std::chrono::microseconds left) {
  constexpr std::uint64_t second = 1'000'000;
  return (usec_of(CLOCK_REALTIME) + static_cast<std::uint64_t>(left.count()) + second / 2) / second * second;
}

}  // namespace

Undo::Undo(sd_event* event, kernel::Kernel& kernel, keep::FileStore& store, std::function<void()> expired,
           std::function<void()> resumed)
    : files_{kernel.files()},
      store_{store},
      boot_{boot_id(kernel.files())},
      deadline_{event, std::move(expired), CLOCK_BOOTTIME},
      pause_end_{event,
                 [this, resumed = std::move(resumed)] {
                   // One from another boot ends by the wall clock, which may have been set.
                   if (paused()) return arm();
                   resumed();
                 },
                 CLOCK_BOOTTIME},
      going_back_{kernel, store} {}

std::optional<Refusal> Undo::keep(const std::function<void(Kept&)>& how) {
  if (auto done = store_.change(how); !done)
    return Refusal{bus::error_not_kept,
                   fmt::format("nothing was done, since it can't be kept over a restart: {}", done.error().text())};
  arm();
  return {};
}

void Undo::arm() {
  if (const auto& trial = store_.kept().trial)
    deadline_.start(trial->deadline.left(moment(boot_)));
  else
    deadline_.stop();
  auto pause = paused_for();
  if (pause.count() > 0 && pause != pause.max())
    pause_end_.start(pause);
  else
    pause_end_.stop();
}

std::chrono::microseconds Undo::paused_for() const {
  const auto& pause = store_.kept().pause;
  return pause ? pause->left(moment(boot_)) : std::chrono::microseconds{0};
}

Undo::Outcomes Undo::take_up(Upkeep* upkeep) {
  for (const auto& sentence : keep::finish(files_, store_)) journal::error(sentence);
  Outcomes outcomes;
  const auto& trial = store_.kept().trial;
  if (trial && trial->deadline.left(moment(boot_)).count() == 0) {
    journal::info("an apply wasn't confirmed before roced or the node ended: it goes back");
    revert(upkeep, outcomes);
  } else {
    outcomes = go_back(upkeep);
  }
  arm();
  return outcomes;
}

Undo::Outcomes Undo::tend(Upkeep* upkeep) {
  if (store_.write_again())
    journal::error(fmt::format("what roced keeps in {} was removed by somebody; it is written again",
                               keep::FileStore::folder().string()));
  return store_.read_again() ? take_up(upkeep) : Outcomes{};
}

std::optional<Refusal> Undo::begin(Upkeep& upkeep, const converge::Ask& ask, std::chrono::microseconds within) {
  if (auto refused = forget(upkeep)) return refused;
  keep::Trial trial{upkeep.profile().digest, in(boot_, within), before(upkeep, ask)};
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
  going_back_.forget();
  return keep([&](Kept& next) {
    next.rejected.erase(digest);
    next.going_back.reset();
  });
}

std::optional<Refusal> Undo::confirm() {
  if (!store_.kept().trial) return Refusal{bus::error_nothing_to_confirm, "no apply waits for a confirmation"};
  return keep([](Kept& kept) { kept.trial.reset(); });
}

std::optional<Refusal> Undo::revert(Upkeep* upkeep, Outcomes& outcomes) {
  const auto& kept = store_.kept();
  if (!kept.trial && !(kept.going_back && !kept.going_back->restore))
    return Refusal{bus::error_nothing_to_confirm,
                   "no apply waits for a confirmation, so there is nothing to revert; rocectl restore brings back what "
                   "was there before roced's first changes"};
  if (kept.trial) going_back_.forget();
  // A node that is cut off mustn't stay so for want of room on the disk. There the trial stays, and goes back once more
  // after a restart.
  if (kept.trial)
    store_.change_anyway([](Kept& next) {
      next.rejected.insert(next.trial->digest);
      next.going_back = keep::Return{false, std::move(next.trial->before)};
      next.trial.reset();
    });
  arm();
  outcomes = go_back(upkeep);
  return {};
}

std::optional<Refusal> Undo::restore(Upkeep* upkeep, Outcomes& outcomes) {
  auto refused = keep([](Kept& kept) {
    kept.trial.reset();
    kept.going_back = keep::Return{true, kept.originals};
    kept.pause = keep::Pause{usec_of(CLOCK_REALTIME), 0, {}};
  });
  if (refused) return refused;
  going_back_.forget();
  outcomes = go_back(upkeep);
  return {};
}

std::optional<Refusal> Undo::pause(std::chrono::microseconds duration) {
  auto now = usec_of(CLOCK_REALTIME);
  auto until = duration.count() == 0 ? 0 : now + static_cast<std::uint64_t>(duration.count());
  return keep([&](Kept& kept) { kept.pause = keep::Pause{now, until, in(boot_, duration)}; });
}

std::optional<Refusal> Undo::resume() {
  auto is_restore = store_.kept().going_back && store_.kept().going_back->restore;
  if (is_restore || !store_.kept().going_back) going_back_.forget();
  // Who wants the profile kept again waits for no value of the time before it.
  return keep([&](Kept& kept) {
    kept.pause.reset();
    if (is_restore) kept.going_back.reset();
  });
}

std::optional<Standstill> Undo::standstill(const std::string& digest) const {
  const auto& kept = store_.kept();
  if (kept.going_back)
    return Standstill{State::held, kept.going_back->restore
                                       ? "a restore isn't finished: rocectl status tells what isn't back, and why; "
                                         "rocectl resume ends it"
                                       : "a revert isn't finished: rocectl status tells what isn't back, and why; "
                                         "rocectl apply ends it"};
  if (paused()) return Standstill{State::held, "paused " + until_when()};
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
  if (auto path = store_.set_aside_before(); !path.empty())
    problems.push_back({Severity::warning, "state-lost",
                        fmt::format("what roced kept was damaged once and set aside as {}: restore knows only of "
                                    "changes since then. Remove that file once nobody needs it",
                                    path)});
  if (const auto& error = store_.unsaved())
    problems.push_back(
        {Severity::warning, "state-unsaved",
         fmt::format("{}: after a restart, roced doesn't know what was confirmed or has gone back since, "
                     "and takes it back once more; it tries again at each check",
                     error->text())});
  if (kept.trial)
    problems.push_back({Severity::warning, "unconfirmed",
                        fmt::format("an apply goes back at {} unless it is confirmed: rocectl confirm",
                                    time_text(confirm_deadline_usec()))});
  if (paused())
    problems.push_back(
        {Severity::warning, "paused",
         fmt::format("nothing is repaired since {}, {}", time_text(kept.pause->since_usec), until_when())});
  if (kept.rejected.contains(digest))
    problems.push_back({Severity::warning, "reverted",
                        fmt::format("this profile ({}) was reverted: it is only observed until it changes, or somebody "
                                    "says rocectl apply",
                                    profile::short_digest(digest))});
  going_back_.add_problems(problems);
}

std::string Undo::until_when() const {
  auto until = paused_until_usec();
  return until == UINT64_MAX ? "until rocectl resume" : fmt::format("until {}, or rocectl resume", time_text(until));
}

std::uint64_t Undo::paused_until_usec() const {
  auto pause = paused_for();
  if (pause.count() == 0) return 0;
  return pause == pause.max() ? UINT64_MAX : wall_time_after(pause);
}

std::uint64_t Undo::confirm_deadline_usec() const {
  const auto& trial = store_.kept().trial;
  return trial ? wall_time_after(trial->deadline.left(moment(boot_))) : 0;
}

}  // namespace roced::agent
