#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/bus/host.hpp"
#include "agent/events/timer.hpp"
#include "agent/going_back.hpp"
#include "agent/upkeep.hpp"
#include "keep/file_store.hpp"

namespace roced::agent {

/// What takes changes back, and what keeps roced from making any: an apply that must be confirmed, revert, restore,
/// pause. All of it outlives the daemon. An Upkeep that is a nullptr: no profile is in force.
class Undo {
 public:
  using Outcomes = GoingBack::Outcomes;

  /// `expired`: the time to confirm is over. `resumed`: that of a pause is.
  Undo(sd_event* event, kernel::Kernel& kernel, keep::FileStore& store, std::function<void()> expired,
       std::function<void()> resumed);

  /// After a start, or with another profile: takes up what was open.
  Outcomes take_up(Upkeep* upkeep);
  /// From time to time: what the disk couldn't give or take before.
  Outcomes tend(Upkeep* upkeep);

  /// Before an apply that goes back unless it is confirmed within that time.
  std::optional<Refusal> begin(Upkeep& upkeep, const converge::Ask& ask, std::chrono::microseconds within);
  /// Before any other apply: a person's word counts more than an earlier revert.
  std::optional<Refusal> forget(const Upkeep& upkeep);
  std::optional<Refusal> confirm();
  std::optional<Refusal> revert(Upkeep* upkeep, Outcomes& outcomes);
  std::optional<Refusal> restore(Upkeep* upkeep, Outcomes& outcomes);
  std::optional<Refusal> pause(std::chrono::microseconds duration);
  std::optional<Refusal> resume();

  /// Once more, what couldn't go back before.
  Outcomes go_back(Upkeep* upkeep) { return going_back_.go(upkeep); }
  bool waits() const { return going_back_.waits(); }

  /// Why the profile isn't enforced now, if so.
  std::optional<converge::Standstill> standstill(const std::string& digest) const;
  /// What of it a person should know.
  void add_problems(const std::string& digest, std::vector<node::Problem>& problems) const;

  std::uint64_t paused_until_usec() const;      ///< CLOCK_REALTIME; 0: not paused; all ones: until resume
  std::uint64_t confirm_deadline_usec() const;  ///< likewise; 0: nothing to confirm

 private:
  std::optional<Refusal> keep(const std::function<void(keep::Kept&)>& how);
  void arm();
  bool paused() const { return paused_for().count() > 0; }
  std::chrono::microseconds paused_for() const;
  std::string until_when() const;

  kernel::Files& files_;
  keep::FileStore& store_;
  const std::string boot_;
  Timer deadline_, pause_end_;
  GoingBack going_back_;
};

}  // namespace roced::agent
