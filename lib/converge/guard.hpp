#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "node/node.hpp"
#include "node/snapshot.hpp"

namespace roced::converge {

/// Whether a disruptive change of a NIC may be made now.
class Guard {
 public:
  virtual ~Guard() = default;
  /// Nothing: it may. Else who or what it would disturb.
  virtual std::optional<std::string> held(const node::Nic& nic, node::Snapshot& now) = 0;
};

/// Holds a NIC while it is busy: queue pairs other than the kernel's own management ones (GSI, SMI) are up on its RDMA
/// device, or were within `idle_for`; or it carries the default route. No history counts as idle, so that a boot
/// doesn't wait.
class BusyGuard final : public Guard {
 public:
  using Clock = std::chrono::steady_clock;
  explicit BusyGuard(std::chrono::seconds idle_for, Clock::time_point (*clock)() = Clock::now)
      : idle_for_{idle_for}, clock_{clock} {}

  std::optional<std::string> held(const node::Nic& nic, node::Snapshot& now) override;

 private:
  std::optional<std::string> queue_pairs(const node::Nic& nic, node::Snapshot& now);

  std::chrono::seconds idle_for_;
  Clock::time_point (*clock_)();
  std::map<std::string, Clock::time_point> busy_;  ///< by RDMA device: when queue pairs were last seen
};

}  // namespace roced::converge
