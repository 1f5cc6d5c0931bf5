#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/bus/host.hpp"
#include "agent/events/timer.hpp"
#include "agent/handles.hpp"

namespace roced::agent::bus {

/// org.roced.Node1 on the system bus: the manager, one object a NIC, their signals. A bus that isn't there, or goes
/// away, is no error: the daemon works without, and tries again.
class Connection {
 public:
  explicit Connection(Host& host) : host_{host} {}

  void open(sd_event* event);

  /// Signals of what happened, and PropertiesChanged for what differs from `before`.
  void tell(const std::vector<converge::Outcome>& outcomes, const converge::Report& before, bool repaired);

 private:
  void connect();
  /// Objects first, the name last, so that nobody finds a name without objects. Nothing: it is on the bus; else why
  /// not.
  std::string take_place();
  static int gone(sd_bus_message* message, void* self, sd_bus_error* error) noexcept;
  void tell_nics(const converge::Report& before);

  Host& host_;
  sd_event* event_ = nullptr;
  Bus bus_;
  std::unique_ptr<Timer> again_;
  bool missed_ = false;                      ///< it was told that the bus is missing
  std::uint64_t paused_ = 0, deadline_ = 0;  ///< as they were told last
};

}  // namespace roced::agent::bus
