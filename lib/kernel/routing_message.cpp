#include "kernel/routing_message.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {
namespace {

constexpr unsigned longest = 32;  // bits of an address

template <std::size_t Size>
std::uint32_t address_in(const Attributes<Size>& attributes, std::size_t type) {
  return swapped(attributes.template get<std::uint32_t>(type).value_or(0));
}

/// The family's own header, whose first byte is the address family; nullptr where the message is too short for one, or
/// of another family.
template <typename Header>
const Header* header_of_ipv4(const nlmsghdr& message) {
  if (mnl_nlmsg_get_payload_len(&message) < sizeof(Header)) return nullptr;
  const auto* header = static_cast<const Header*>(mnl_nlmsg_get_payload(&message));
  return *reinterpret_cast<const unsigned char*>(header) == AF_INET ? header : nullptr;
}

}  // namespace

std::uint32_t swapped(std::uint32_t address) {
  return std::endian::native == std::endian::little ? __builtin_bswap32(address) : address;
}

std::optional<Address> parse_address(const nlmsghdr& header) {
  const auto* info = header_of_ipv4<ifaddrmsg>(header);
  if (info == nullptr) return {};
  auto address = address_in(Attributes<IFA_LOCAL + 1>{header, sizeof(ifaddrmsg)}, IFA_LOCAL);
  if (address == 0) return {};
  return Address{static_cast<int>(info->ifa_index), address};
}

std::optional<Rule> parse_rule(const nlmsghdr& header) {
  const auto* info = header_of_ipv4<fib_rule_hdr>(header);
  if (info == nullptr) return {};
  Attributes<FRA_DPORT_RANGE + 1> attributes{header, sizeof(fib_rule_hdr)};
  constexpr std::array others{FRA_IIFNAME,  FRA_OIFNAME,   FRA_FWMARK,      FRA_TUN_ID,
                              FRA_IP_PROTO, FRA_UID_RANGE, FRA_SPORT_RANGE, FRA_DPORT_RANGE};
  bool by_source_alone = info->dst_len == 0 && info->tos == 0 && (info->flags & FIB_RULE_INVERT) == 0 &&
                         std::none_of(others.begin(), others.end(), [&](auto type) { return attributes[type]; });
  if (info->action != FR_ACT_TO_TBL || info->src_len == 0 || info->src_len > longest || !by_source_alone) return {};
  auto table = attributes.template get<std::uint32_t>(FRA_TABLE).value_or(info->table);
  return Rule{{address_in(attributes, FRA_SRC), info->src_len}, table};
}

std::optional<Route> parse_route(const nlmsghdr& header) {
  const auto* info = header_of_ipv4<rtmsg>(header);
  if (info == nullptr || info->rtm_type != RTN_UNICAST || info->rtm_dst_len > longest) return {};
  Attributes<RTA_TABLE + 1> attributes{header, sizeof(rtmsg)};
  auto link = attributes.template get<std::int32_t>(RTA_OIF);
  if (!link || (info->rtm_flags & RTM_F_CLONED) != 0) return {};
  return Route{.table = attributes.template get<std::uint32_t>(RTA_TABLE).value_or(info->rtm_table),
               .to = {address_in(attributes, RTA_DST), info->rtm_dst_len},
               .gateway = address_in(attributes, RTA_GATEWAY),
               .ifindex = *link,
               .source = address_in(attributes, RTA_PREFSRC)};
}

}  // namespace roced::kernel
