#pragma once

#include <string>
#include <vector>

#include "agent/bus/host.hpp"
#include "agent/handles.hpp"

namespace roced::agent::bus {

/// org.roced.Node1 on the system bus: the manager, one object a NIC, their signals. A bus that isn't there is no error:
/// the daemon works without.
class Connection {
 public:
  explicit Connection(Host& host) : host_{host} {}

  /// Objects first, the name last, so that nobody finds a name without objects. Nothing: it is on the bus; else why
  /// not.
  std::string open(sd_event* event);

  /// Signals of what happened, and PropertiesChanged for what differs from `before`.
  void tell(const std::vector<converge::Outcome>& outcomes, const converge::Report& before, bool repaired);

 private:
  void tell_nics(const converge::Report& before);

  Host& host_;
  Bus bus_;
  std::uint64_t paused_ = 0, deadline_ = 0;  ///< as they were told last
};

}  // namespace roced::agent::bus
