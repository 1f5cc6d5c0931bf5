#pragma once

#include <optional>
#include <string>

#include "node/snapshot.hpp"

namespace roced::node {

/// The interface with a default route (IPv4 or IPv6) that lies on this link: the link itself, its bond, a VLAN on
/// either. nullopt: there is none.
std::optional<std::string> default_route_on(int ifindex, Snapshot& now);

}  // namespace roced::node
