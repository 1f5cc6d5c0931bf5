#pragma once

#include <optional>
#include <vector>

#include <linux/netlink.h>

#include "kernel/links.hpp"

namespace roced::kernel {

/// What RTM_NEWLINK or RTM_DELLINK says (linux/if_link.h).
struct LinkMessage {
  Link link;
  int parent_ifindex = 0;  ///< IFLA_LINK, in whichever namespace that is
  int parent_netns = -1;   ///< IFLA_LINK_NETNSID: the id of that namespace; -1: the link's own
};

/// nullopt: the message isn't about a link itself (a bridge tells of its ports by such messages, wireless drivers of
/// their events).
std::optional<LinkMessage> parse_link(const nlmsghdr& header);

/// What RTM_NEWLINK of a physical function says of its virtual ones (IFLA_VFINFO_LIST).
std::vector<VirtualFunction> parse_virtual_functions(const nlmsghdr& header);

}  // namespace roced::kernel
