#pragma once

#include <optional>

#include "node/matching.hpp"
#include "node/snapshot.hpp"

namespace roced::settings {

/// Whether a port's GID table is full, or nearly: a pod then starts, and has no RoCE address. Asked only where there
/// are so many macvlan and VLAN children that it could be.
std::optional<node::Problem> gid_room(const node::Nic& nic, node::Snapshot& now);

}  // namespace roced::settings
