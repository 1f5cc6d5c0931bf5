#include "kernel/news_message.hpp"

#include <string>
#include <utility>

#include <linux/dcbnl.h>
#include <linux/if_addr.h>
#include <linux/netconf.h>
#include <linux/rtnetlink.h>

#include "kernel/link_message.hpp"
#include "kernel/netlink.hpp"
#include "kernel/routing_message.hpp"

namespace roced::kernel {
namespace {

std::optional<News> about(int ifindex, News::Kind kind) {
  News news{kind, {}};
  news.link.ifindex = ifindex;
  return news;
}

std::optional<News> of_link(const nlmsghdr& header, News::Kind kind) {
  auto message = parse_link(header);
  if (!message) return {};
  return News{kind, std::move(message->link)};
}

std::optional<News> of_dcb(const nlmsghdr& header) {
  if (mnl_nlmsg_get_payload_len(&header) < sizeof(dcbmsg)) return {};
  News news{News::Kind::dcb, {}};
  news.link.name = Attributes<DCB_ATTR_IFNAME + 1>{header, sizeof(dcbmsg)}.text(DCB_ATTR_IFNAME);
  return news;
}

std::optional<News> of_address(const nlmsghdr& header) {
  if (mnl_nlmsg_get_payload_len(&header) < sizeof(ifaddrmsg)) return {};
  const auto& info = *static_cast<const ifaddrmsg*>(mnl_nlmsg_get_payload(&header));
  return about(static_cast<int>(info.ifa_index), News::Kind::address);
}

std::optional<News> of_netconf(const nlmsghdr& header) {
  if (mnl_nlmsg_get_payload_len(&header) < sizeof(netconfmsg)) return {};
  Attributes<NETCONFA_RP_FILTER + 1> attributes{header, sizeof(netconfmsg)};
  auto ifindex = attributes.get<std::int32_t>(NETCONFA_IFINDEX);
  if (!ifindex || attributes[NETCONFA_RP_FILTER] == nullptr) return {};
  return about(*ifindex, News::Kind::netconf);
}

std::optional<News> of_route(const nlmsghdr& header) {
  auto route = parse_route(header);
  if (!route) return {};
  return about(route->ifindex, News::Kind::routing);
}

}  // namespace

std::optional<News> parse_news(const nlmsghdr& header) {
  switch (header.nlmsg_type) {
    case RTM_NEWLINK:
      return of_link(header, News::Kind::link);
    case RTM_DELLINK:
      return of_link(header, News::Kind::link_gone);
    case RTM_SETDCB:
    case RTM_GETDCB:
      return of_dcb(header);
    case RTM_NEWADDR:
    case RTM_DELADDR:
      return of_address(header);
    case RTM_NEWNETCONF:
      return of_netconf(header);
    case RTM_NEWROUTE:
    case RTM_DELROUTE:
      return of_route(header);
    case RTM_NEWRULE:
    case RTM_DELRULE:
      return about(0, News::Kind::routing);
    default:
      return {};
  }
}

}  // namespace roced::kernel
