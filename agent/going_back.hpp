#pragma once

#include <memory>
#include <vector>

#include "agent/upkeep.hpp"
#include "keep/file_store.hpp"

namespace roced::agent {

/// Keeps no originals, which are what goes back; what a crash mustn't leave out it does, also where the disk is full.
class Unfinished final : public converge::Store {
 public:
  explicit Unfinished(keep::FileStore& store) : store_{store} {}
  kernel::Result<void> keep(const std::vector<converge::Intent>& intents, const settings::LastWrites& last) override;
  void finished(const settings::LastWrites& last) override { store_.finished(last); }

 private:
  keep::FileStore& store_;
};

/// Values from before on their way back to the node. No profile need name their NICs, or be in force at all.
class GoingBack {
 public:
  using Outcomes = std::vector<converge::Outcome>;

  GoingBack(kernel::Kernel& kernel, keep::FileStore& store) : kernel_{kernel}, store_{store} {}

  /// Writes what of them may be written now. `upkeep`: nullptr while no profile is in force.
  Outcomes go(Upkeep* upkeep);
  /// Before others go back, or what goes back shall stay after all.
  void forget() {
    convergence_.reset();
    stuck_.clear();
  }

  /// What was refused isn't tried again every few seconds; what a job holds is.
  bool waits() const { return store_.kept().going_back && convergence_ && convergence_->waits_for_idle(); }
  /// What isn't back, and why.
  void add_problems(std::vector<node::Problem>& problems) const;

 private:
  kernel::Kernel& kernel_;
  keep::FileStore& store_;
  Unfinished unfinished_{store_};
  converge::BusyGuard guard_{profile::Repair{}.idle_for};  ///< without a profile
  std::unique_ptr<converge::Convergence> convergence_;     ///< outcomes point into it
  std::vector<node::Problem> stuck_;                       ///< what can't go back
};

}  // namespace roced::agent
