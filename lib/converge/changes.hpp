#pragma once

#include <vector>

#include "converge/check.hpp"
#include "converge/store.hpp"
#include "kernel/kernel.hpp"

namespace roced::converge {

/// One write and what came of it.
struct Step {
  const settings::Setting* setting = nullptr;
  Finding before;
  Finding after;
};

/// The one way by which anything is written: keep what was there, write a unit's settings together, read all of it
/// back.
class Changes {
 public:
  Changes(kernel::Kernel& kernel, Store& store) : kernel_{kernel}, store_{store} {}

  /// Fills in `after` of each step: in sync, or why not. `followers`: what the kernel may change along with it, kept as
  /// well. `now` is what the steps' findings were read from.
  void make(std::vector<Step>& unit, const std::vector<Intent>& followers, node::Snapshot& now);

 private:
  kernel::Kernel& kernel_;
  Store& store_;
};

}  // namespace roced::converge
