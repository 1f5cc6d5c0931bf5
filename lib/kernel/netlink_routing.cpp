#include "kernel/netlink_routing.hpp"

#include <optional>

#include <fmt/format.h>
#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>

#include "kernel/routing_message.hpp"

namespace roced::kernel {
namespace {

/// A dump of one kind of thing, IPv4's alone.
template <typename Header, typename Row>
Result<std::vector<Row>> dump(Netlink& netlink, std::uint16_t type, const std::string& action,
                              std::optional<Row> (*parse)(const nlmsghdr&)) {
  Request request{type, NLM_F_DUMP};
  Header header{};
  *reinterpret_cast<unsigned char*>(&header) = AF_INET;  // the family is each one's first byte
  request.header(header);
  return netlink.dump<Row>(request, action, [parse](const nlmsghdr& message, std::vector<Row>& rows) {
    if (auto row = parse(message)) rows.push_back(*row);
  });
}

constexpr std::uint16_t add_flags = NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;

}  // namespace

std::string to_text(const Network& network) {
  auto a = network.address;
  if (network.length == 0) return "default";
  auto text = fmt::format("{}.{}.{}.{}", a >> 24U, a >> 16U & 0xffU, a >> 8U & 0xffU, a & 0xffU);
  return network.length == 32 ? text : fmt::format("{}/{}", text, network.length);
}

NetlinkRouting::NetlinkRouting() : netlink_{NETLINK_ROUTE} {}

Result<std::vector<Address>> NetlinkRouting::addresses() {
  return dump<ifaddrmsg>(netlink_, RTM_GETADDR, "list IPv4 addresses", parse_address);
}

Result<std::vector<Rule>> NetlinkRouting::rules() {
  return dump<fib_rule_hdr>(netlink_, RTM_GETRULE, "list routing rules", parse_rule);
}

Result<std::vector<Route>> NetlinkRouting::routes() {
  return dump<rtmsg>(netlink_, RTM_GETROUTE, "list routes", parse_route);
}

Result<void> NetlinkRouting::add(const Rule& rule) {
  Request request{RTM_NEWRULE, add_flags};
  request.header(fib_rule_hdr{.family = AF_INET,
                              .dst_len = 0,
                              .src_len = static_cast<std::uint8_t>(rule.from.length),
                              .tos = 0,
                              .table = RT_TABLE_UNSPEC,
                              .res1 = 0,
                              .res2 = 0,
                              .action = FR_ACT_TO_TBL,
                              .flags = 0});
  request.put_u32(FRA_SRC, swapped(rule.from.address));
  request.put_u32(FRA_TABLE, rule.table);
  return netlink_.talk(request, fmt::format("add the rule from {} lookup {}", to_text(rule.from), rule.table));
}

Result<void> NetlinkRouting::add(const Route& route) {
  Request request{RTM_NEWROUTE, add_flags};
  request.header(rtmsg{.rtm_family = AF_INET,
                       .rtm_dst_len = static_cast<unsigned char>(route.to.length),
                       .rtm_src_len = 0,
                       .rtm_tos = 0,
                       .rtm_table = RT_TABLE_UNSPEC,
                       .rtm_protocol = RTPROT_STATIC,
                       .rtm_scope = static_cast<unsigned char>(route.gateway == 0 ? RT_SCOPE_LINK : RT_SCOPE_UNIVERSE),
                       .rtm_type = RTN_UNICAST,
                       .rtm_flags = 0});
  request.put_u32(RTA_TABLE, route.table);
  request.put_u32(RTA_DST, swapped(route.to.address));
  request.put_u32(RTA_OIF, static_cast<std::uint32_t>(route.ifindex));
  if (route.gateway != 0) request.put_u32(RTA_GATEWAY, swapped(route.gateway));
  if (route.source != 0) request.put_u32(RTA_PREFSRC, swapped(route.source));
  return netlink_.talk(request, fmt::format("add the route {} to table {}", to_text(route.to), route.table));
}

}  // namespace roced::kernel
