#pragma once

#include <cstdint>
#include <optional>

#include <linux/netlink.h>

#include "kernel/ethtool.hpp"

namespace roced::kernel {

/// The number of a generic netlink family, of CTRL_CMD_NEWFAMILY (linux/genetlink.h); 0: it isn't told.
std::uint16_t parse_family(const nlmsghdr& header);

/// What ETHTOOL_MSG_PAUSE_GET_REPLY says (linux/ethtool_netlink.h); nullopt: not all of it.
std::optional<Pause> parse_pause(const nlmsghdr& header);

}  // namespace roced::kernel
