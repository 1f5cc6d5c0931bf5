#pragma once

#include <cstdint>
#include <vector>

#include "kernel/dcb.hpp"
#include "kernel/netlink.hpp"

/// DCB's attributes to structures and back (linux/dcbnl.h).
namespace roced::kernel {

/// What a reply to IEEE_GET, or a notification, says.
DcbState parse_dcb(const nlmsghdr& header);

/// DCB's second error channel: a driver's refusal comes in a reply of success, as a byte that is formally u8 and really
/// a negative errno, cut to 8 bits (net/dcb/dcbnl.c). `answer`: the attribute that has it, DCB_ATTR_IEEE or
/// DCB_ATTR_DCBX. An errno; 0: it isn't refused.
int parse_refusal(const nlmsghdr& header, std::uint16_t answer);

/// DCB_ATTR_IEEE_APP_TABLE.
void put_apps(Request& request, const std::vector<App>& apps);

/// All that changes, within the nest DCB_ATTR_IEEE.
void put_change(Request& request, const DcbChange& change);

}  // namespace roced::kernel
