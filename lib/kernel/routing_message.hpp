#pragma once

#include <cstdint>
#include <optional>

#include <linux/netlink.h>

#include "kernel/routing.hpp"

/// What rtnetlink's messages say of IPv4 addresses, rules and routes (linux/rtnetlink.h). nullopt: of none, or of none
/// that a structure here can tell.
namespace roced::kernel {

std::optional<Address> parse_address(const nlmsghdr& header);
/// Rules "from NETWORK lookup TABLE" alone.
std::optional<Rule> parse_rule(const nlmsghdr& header);
/// Unicast routes with one next hop alone.
std::optional<Route> parse_route(const nlmsghdr& header);

/// To network order, in which messages have addresses, and back.
std::uint32_t swapped(std::uint32_t address);

}  // namespace roced::kernel
