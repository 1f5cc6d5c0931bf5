#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "node/node.hpp"
#include "node/snapshot.hpp"

namespace roced::converge {

/// Whether a disruptive change of a NIC may be made now.
class Guard {
 public:
  virtual ~Guard() = default;
  /// Nothing: it may. Else who or what it would disturb.
  virtual std::optional<std::string> held(const node::Nic& nic, node::Snapshot& now) = 0;
  /// Keeps in mind which NICs are used now.
  virtual void observe(const node::Nic& nic, node::Snapshot& now) = 0;
};

/// Holds a NIC while it is busy: queue pairs other than the kernel's own management ones (GSI, SMI) are up on its RDMA
/// device, or a process has that open, or one of both was seen within `idle_for`; or a virtual function of it is in use
/// elsewhere; or it carries a default route. No history counts as idle, so that a boot doesn't wait.
class BusyGuard final : public Guard {
 public:
  using Clock = std::chrono::steady_clock;
  explicit BusyGuard(std::chrono::seconds idle_for, Clock::time_point (*clock)() = Clock::now)
      : idle_for_{idle_for}, clock_{clock} {}

  std::optional<std::string> held(const node::Nic& nic, node::Snapshot& now) override;
  void observe(const node::Nic& nic, node::Snapshot& now) override;
  /// Another profile's; who was seen on which device stays known.
  void set_idle_for(std::chrono::seconds idle_for) { idle_for_ = idle_for; }

 private:
  /// Who was seen on an RDMA device, and when last.
  struct Seen {
    Clock::time_point last;
    std::string who;
  };
  std::optional<std::string> rdma_use(const node::Nic& nic, node::Snapshot& now);

  std::chrono::seconds idle_for_;
  Clock::time_point (*clock_)();
  std::map<std::string, Seen> busy_;  ///< by RDMA device
};

}  // namespace roced::converge
