#pragma once

#include <vector>

#include "kernel/dcb.hpp"
#include "kernel/netlink.hpp"

/// DCB's attributes to structures and back (linux/dcbnl.h).
namespace roced::kernel {

/// What a reply to IEEE_GET, or a notification, says.
DcbState parse_dcb(const nlmsghdr& header);

/// DCB_ATTR_IEEE_APP_TABLE.
void put_apps(Request& request, const std::vector<App>& apps);

/// All that changes, within the nest DCB_ATTR_IEEE.
void put_change(Request& request, const DcbChange& change);

}  // namespace roced::kernel
