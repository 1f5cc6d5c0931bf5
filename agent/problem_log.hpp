#pragma once

#include <chrono>
#include <vector>

#include "node/node.hpp"

namespace roced::agent {

/// Tells the journal of each problem once for as long as it lasts; of one that may pass by itself, once it has lasted:
/// a link that blinks, as PFC makes it do, isn't down.
class ProblemLog {
 public:
  void tell(const std::vector<node::Problem>& problems);

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    node::Problem problem;
    Clock::time_point since;
    bool told = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace roced::agent
