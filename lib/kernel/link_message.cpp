#include "kernel/link_message.hpp"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {
namespace {

/// "02:00:00:00:00:01"
std::string address_text(const nlattr& attribute) {
  constexpr const char* digits = "0123456789abcdef";
  const auto* bytes = static_cast<const unsigned char*>(mnl_attr_get_payload(&attribute));
  std::string text;
  for (unsigned at = 0; at < mnl_attr_get_payload_len(&attribute); ++at) {
    if (at > 0) text += ':';
    text += digits[bytes[at] >> 4U];
    text += digits[bytes[at] & 0xfU];
  }
  return text;
}

}  // namespace

std::optional<LinkMessage> parse_link(const nlmsghdr& header) {
  if (mnl_nlmsg_get_payload_len(&header) < sizeof(ifinfomsg)) return {};
  const auto& info = *static_cast<const ifinfomsg*>(mnl_nlmsg_get_payload(&header));
  if (info.ifi_family != AF_UNSPEC) return {};
  Attributes<IFLA_LINK_NETNSID + 1> attributes{header, sizeof(ifinfomsg)};
  LinkMessage message;
  auto& link = message.link;
  link.name = attributes.text(IFLA_IFNAME);
  if (link.name.empty()) return {};
  link.ifindex = info.ifi_index;
  link.type = info.ifi_type;
  if (auto mtu = attributes.get<std::uint32_t>(IFLA_MTU)) link.mtu = *mtu;
  if (auto master = attributes.get<std::int32_t>(IFLA_MASTER)) link.master = *master;
  if (const auto* address = attributes[IFLA_ADDRESS]) link.address = address_text(*address);
  if (auto carrier = attributes.get<std::uint8_t>(IFLA_CARRIER)) link.carrier = *carrier != 0;
  if (const auto* nest = attributes[IFLA_LINKINFO])
    link.kind = Attributes<IFLA_INFO_KIND + 1>{*nest}.text(IFLA_INFO_KIND);
  if (auto parent = attributes.get<std::int32_t>(IFLA_LINK)) message.parent_ifindex = *parent;
  auto netns = attributes.get<std::int32_t>(IFLA_LINK_NETNSID);
  if (netns) message.parent_netns = *netns;
  // In another namespace that number means another link.
  if (!netns) link.parent = message.parent_ifindex;
  return message;
}

}  // namespace roced::kernel
