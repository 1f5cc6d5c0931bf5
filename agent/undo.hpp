#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/bus/host.hpp"
#include "agent/events/timer.hpp"
#include "agent/upkeep.hpp"
#include "keep/file_store.hpp"

namespace roced::agent {

/// What takes changes back, and what keeps roced from making any: an apply that must be confirmed, revert, restore,
/// pause. All of it outlives the daemon.
class Undo {
 public:
  using Outcomes = std::vector<converge::Outcome>;

  /// `due`: the time to confirm is over.
  Undo(sd_event* event, kernel::Kernel& kernel, keep::FileStore& store, std::function<void()> due);

  /// After a start, or with another profile: takes up what was open.
  Outcomes take_up(Upkeep& upkeep);

  /// Before an apply that goes back unless it is confirmed within that time.
  std::optional<Refusal> begin(Upkeep& upkeep, const converge::Ask& ask, std::chrono::microseconds within);
  /// Before any other apply: a person's word counts more than an earlier revert.
  std::optional<Refusal> forget(const Upkeep& upkeep);
  std::optional<Refusal> confirm();
  std::optional<Refusal> revert(Upkeep& upkeep, Outcomes& outcomes);
  std::optional<Refusal> restore(Upkeep& upkeep, Outcomes& outcomes);
  std::optional<Refusal> pause(std::chrono::microseconds duration);
  std::optional<Refusal> resume();

  /// Once more, what couldn't go back before.
  Outcomes go_back(Upkeep& upkeep);
  bool is_going_back() const { return store_.kept().going_back.has_value(); }
  /// What was refused isn't tried again every few seconds; what something holds is.
  bool waits() const { return is_going_back() && returning_ && returning_->any(settings::State::held); }

  /// Why the profile isn't enforced now, if so.
  std::optional<converge::Standstill> standstill(const std::string& digest) const;
  /// What of it a person should know.
  void add_problems(const std::string& digest, std::vector<node::Problem>& problems) const;

  std::uint64_t paused_until_usec() const;      ///< CLOCK_REALTIME; 0: not paused; all ones: until resume
  std::uint64_t confirm_deadline_usec() const;  ///< likewise; 0: nothing to confirm

 private:
  std::optional<Refusal> keep(const std::function<void(keep::Kept&)>& how);
  void arm();
  bool paused() const;

  kernel::Kernel& kernel_;
  keep::FileStore& store_;
  Timer deadline_, pause_end_;
  converge::NoStore no_store_;
  std::unique_ptr<converge::Convergence> returning_;  ///< outcomes point into it
};

}  // namespace roced::agent
