#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "agent/bus/connection.hpp"
#include "agent/bus/host.hpp"
#include "agent/events/netlink.hpp"
#include "agent/events/timer.hpp"
#include "agent/handles.hpp"
#include "agent/state_store.hpp"
#include "agent/upkeep.hpp"
#include "profile/load.hpp"

namespace roced::agent {

/// The life of the daemon: one thread, one event loop. News from the kernel mark settings, which are looked at once all
/// news that have come are read; a timer looks at everything.
class Service final : public bus::Host {
 public:
  explicit Service(profile::Sources sources);

  /// Until SIGTERM or SIGINT. The program's exit status.
  int run();

  const converge::Report& report() const override { return report_; }
  std::uint64_t last_check_usec() const override { return last_check_; }
  std::uint64_t last_repair_usec() const override { return last_repair_; }
  bool has_profile() const override { return upkeep_.has_value(); }
  bool has_subject(const std::string& name) const override { return upkeep_ && upkeep_->has_subject(name); }
  void check() override;
  void apply(const converge::Ask& ask) override;
  std::optional<std::string> reload() override;

 private:
  using Which = converge::Convergence::Which;
  using Clock = converge::Convergence::Clock;

  /// Settings that news may have changed: an event with a netdev's index (RDMA: 0) or its name.
  struct Mark {
    catalog::Event event;
    int ifindex;
    std::string netdev;
    bool operator<(const Mark& other) const {
      return std::tie(event, ifindex, netdev) < std::tie(other.event, other.ifindex, other.netdev);
    }
  };

  void prepare();
  void listen();
  void hear(const std::vector<kernel::News>& news);
  void hear_link(const kernel::Link& link);
  void look_at_marks(Clock::time_point since);
  void rediscover();
  void tick();
  bool rdma_devices_changed();

  /// Reads the profile and takes it if it is right; what is wrong with it otherwise.
  std::optional<std::string> take_profile();
  void converge(const Which& which, const converge::Ask& ask, Clock::time_point since = Clock::now());
  /// Makes the report anew, and tells bus, journal and systemd what changed.
  void publish(const std::vector<converge::Outcome>& outcomes);
  void arm_retries();

  profile::Sources sources_;
  kernel::Kernel kernel_;
  StateStore store_;
  Event event_;
  std::optional<Upkeep> upkeep_;
  std::vector<profile::Diagnostic> diagnostics_;  ///< of the last profile that was read
  bool refused_ = false;                          ///< it had errors
  std::chrono::system_clock::time_point checked_{};
  converge::Report report_;
  std::uint64_t last_check_ = 0, last_repair_ = 0;
  std::set<Mark> marks_;
  bool everything_marked_ = false;
  std::set<std::string> rdma_devices_;

  bus::Connection bus_;
  std::unique_ptr<Timer> periodic_, rediscovery_, retry_;
  std::unique_ptr<NetlinkSource> links_, rdma_;
};

}  // namespace roced::agent
