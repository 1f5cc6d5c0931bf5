#include "kernel/link_message.hpp"

#include <cstring>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

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

std::map<std::uint32_t, std::uint32_t> egress_of(const nlattr& vlan_data) {
  std::map<std::uint32_t, std::uint32_t> map;
  const auto* table = Attributes<IFLA_VLAN_EGRESS_QOS + 1>{vlan_data}[IFLA_VLAN_EGRESS_QOS];
  if (table == nullptr) return map;
  for_each_attribute(*table, [&](const nlattr& attribute) {
    if (mnl_attr_get_payload_len(&attribute) < sizeof(ifla_vlan_qos_mapping)) return;
    ifla_vlan_qos_mapping entry{};
    std::memcpy(&entry, mnl_attr_get_payload(&attribute), sizeof entry);
    map[entry.from] = entry.to;
  });
  return map;
}

/// -1 is what a driver leaves there that doesn't tell (net/core/rtnetlink.c, rtnl_fill_vfinfo).
std::optional<bool> told(std::uint32_t setting) {
  if (setting > 1) return {};
  return setting != 0;
}

std::optional<VirtualFunction> function_of(const nlattr& info) {
  Attributes<IFLA_VF_MAX + 1> attributes{info};
  auto mac = attributes.get<ifla_vf_mac>(IFLA_VF_MAC);
  if (!mac) return {};
  VirtualFunction function{.number = mac->vf, .trust = {}, .spoof_check = {}, .min_rate = {}, .max_rate = {}};
  if (auto trust = attributes.get<ifla_vf_trust>(IFLA_VF_TRUST)) function.trust = told(trust->setting);
  if (auto check = attributes.get<ifla_vf_spoofchk>(IFLA_VF_SPOOFCHK)) function.spoof_check = told(check->setting);
  if (auto rate = attributes.get<ifla_vf_rate>(IFLA_VF_RATE)) {
    function.min_rate = rate->min_tx_rate;
    function.max_rate = rate->max_tx_rate;
  }
  return function;
}

}  // namespace

std::optional<LinkMessage> parse_link(const nlmsghdr& header) {
  if (mnl_nlmsg_get_payload_len(&header) < sizeof(ifinfomsg)) return {};
  const auto& info = *static_cast<const ifinfomsg*>(mnl_nlmsg_get_payload(&header));
  if (info.ifi_family != AF_UNSPEC) return {};
  Attributes<IFLA_PERM_ADDRESS + 1> attributes{header, sizeof(ifinfomsg)};
  LinkMessage message;
  auto& link = message.link;
  link.name = attributes.text(IFLA_IFNAME);
  if (link.name.empty()) return {};
  link.ifindex = info.ifi_index;
  link.type = info.ifi_type;
  if (auto mtu = attributes.get<std::uint32_t>(IFLA_MTU)) link.mtu = *mtu;
  if (auto most = attributes.get<std::uint32_t>(IFLA_MAX_MTU)) link.mtu_max = *most;
  if (auto master = attributes.get<std::int32_t>(IFLA_MASTER)) link.master = *master;
  if (const auto* address = attributes[IFLA_ADDRESS]) link.address = address_text(*address);
  if (const auto* address = attributes[IFLA_PERM_ADDRESS]) link.permanent_address = address_text(*address);
  if (auto carrier = attributes.get<std::uint8_t>(IFLA_CARRIER)) link.carrier = *carrier != 0;
  // A driver may leave the carrier on while the interface is set down.
  if ((info.ifi_flags & IFF_UP) == 0) link.carrier = false;
  if (const auto* nest = attributes[IFLA_LINKINFO]) {
    Attributes<IFLA_INFO_DATA + 1> link_info{*nest};
    link.kind = link_info.text(IFLA_INFO_KIND);
    if (const auto* data = link_info[IFLA_INFO_DATA]; data != nullptr && link.kind == "vlan")
      link.egress = egress_of(*data);
  }
  if (auto parent = attributes.get<std::int32_t>(IFLA_LINK)) message.parent_ifindex = *parent;
  auto netns = attributes.get<std::int32_t>(IFLA_LINK_NETNSID);
  if (netns) message.parent_netns = *netns;
  // In another namespace that number means another link.
  if (!netns) link.parent = message.parent_ifindex;
  return message;
}

std::vector<VirtualFunction> parse_virtual_functions(const nlmsghdr& header) {
  std::vector<VirtualFunction> functions;
  const auto* list = Attributes<IFLA_VFINFO_LIST + 1>{header, sizeof(ifinfomsg)}[IFLA_VFINFO_LIST];
  if (list == nullptr) return functions;
  for_each_attribute(*list, [&](const nlattr& info) {
    if (auto function = function_of(info)) functions.push_back(*function);
  });
  return functions;
}

}  // namespace roced::kernel
