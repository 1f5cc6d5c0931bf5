#include <algorithm>
#include <array>

#include "catalog/catalog.hpp"

namespace roced::catalog {
namespace {

constexpr std::array<std::string_view, 2> netns_modes{"shared", "exclusive"};
constexpr std::array<std::string_view, 2> link_layers{"ethernet", "infiniband"};
constexpr std::array<std::string_view, 3> children_ways{"report", "follow", "leave"};
constexpr std::array<std::string_view, 2> dcbx_owners{"host", "firmware"};
constexpr std::array<std::string_view, 2> trust_states{"pcp", "dscp"};

/// Settings of this unit protect RoCE traffic from loss only together.
constexpr std::string_view lossless = "lossless";

// The order is the one in which drifted settings are written: parents before children, the owner of DCB before what it
// owns, the map before the flow control that relies on it.
constexpr std::array table{
    Row{.name = "rdma.netns",
        .scope = Scope::node,
        .type = Type::word,
        .words = netns_modes,
        .disruption = Disruption::none,
        .event = Event::rdma,
        .ethernet = false,
        .where = "RDMA netlink, RDMA_NLDEV_ATTR_SYS_NETNS_MODE; /sys/module/ib_core/parameters/netns_mode",
        .since = "5.2",
        .text = "Whether RDMA devices are seen in every network namespace (shared, for macvlan pods) or live in one at "
                "a time "
                "(exclusive, for SR-IOV VFs). The kernel changes it only while no other network namespace exists; "
                "otherwise "
                "it is written to modprobe.d and the next boot brings it."},
    Row{.name = "link_layer",
        .scope = Scope::nic,
        .type = Type::word,
        .words = link_layers,
        .ethernet = false,
        .where = "/sys/class/infiniband/DEVICE/ports/PORT/link_layer",
        .since = "2.6.37",
        .text = "What the port speaks. A check: roced never changes it. macvlan, MTU 9000, PFC and ECN need an "
                "Ethernet port; an "
                "InfiniBand port has IPoIB and partition keys instead."},
    Row{.name = "mtu",
        .scope = Scope::nic,
        .type = Type::number,
        .least = 68,
        .most = 65535,
        .measure = "bytes",
        .disruption = Disruption::carrier,
        .event = Event::link,
        .where = "rtnetlink, IFLA_MTU",
        .since = "2.2",
        .text = "The largest payload that a link carries. RoCE's active_mtu is the largest of 256, 512, 1024, 2048 and "
                "4096 that "
                "fits with its headers: 4096 needs 4192. macvlan and VLAN children can't have more than their parent."},
    Row{.name = "children",
        .scope = Scope::nic,
        .type = Type::word,
        .words = children_ways,
        .event = Event::link,
        .where = "rtnetlink, IFLA_MTU of the links whose IFLA_LINK is this one",
        .since = "2.6.23",
        .text = "What becomes of macvlan and VLAN children whose MTU is below their parent's: a parent that shrinks "
                "takes its "
                "children with it, one that grows leaves them small. report: they are drift, roced leaves them; "
                "follow: those in "
                "this network namespace are raised; leave: not looked at."},
    Row{.name = "dcb.dcbx",
        .scope = Scope::nic,
        .type = Type::word,
        .words = dcbx_owners,
        .event = Event::dcb,
        .where = "dcbnl, DCB_ATTR_DCBX",
        .since = "2.6.38",
        .text = "Who owns DCB on this port: the host, whose values then stay, or the firmware, whose LLDP exchange "
                "with the "
                "switch may overwrite them."},
    Row{.name = "dcb.trust",
        .scope = Scope::nic,
        .type = Type::word,
        .words = trust_states,
        .unit = lossless,
        .disruption = Disruption::carrier,
        .event = Event::dcb,
        .where = "dcbnl, DCB_ATTR_IEEE_APP_TABLE: trust is dscp while a DSCP entry exists",
        .since = "4.16",
        .text = "Whether a packet's priority comes from its DSCP (dscp; the usual for routed RoCE v2) or from its VLAN "
                "tag (pcp). "
                "Turning dscp on gives every DSCP without an entry the priority DSCP>>3."},
    Row{.name = "dcb.dscp_prio",
        .scope = Scope::nic,
        .type = Type::dscp_map,
        .unit = lossless,
        .disruption = Disruption::none,
        .event = Event::dcb,
        .where = "dcbnl, DCB_ATTR_IEEE_APP_TABLE, selector DSCP",
        .since = "4.16",
        .text =
            "Which priority packets with a DSCP get. Only the DSCPs that the profile names are compared and written."},
    Row{.name = "dcb.pfc",
        .scope = Scope::nic,
        .type = Type::priorities,
        .unit = lossless,
        .disruption = Disruption::link,
        .event = Event::dcb,
        .where = "dcbnl, DCB_ATTR_IEEE_PFC, pfc_en",
        .since = "3.1",
        .text = "Priorities with priority flow control, all others without. The switch must have the same. On mlx5 a "
                "change takes "
                "the physical link down and up."},
    Row{.name = "ecn.priorities",
        .scope = Scope::nic,
        .type = Type::priorities,
        .unit = lossless,
        .where = "/sys/class/net/NETDEV/ecn/roce_rp/enable/PRIORITY and roce_np/enable/PRIORITY (MLNX_OFED)",
        .since = "MLNX_OFED 3.2",
        .text = "Priorities on which DCQCN slows the sender down (reaction point), off for all others; and congestion "
                "notification by the receiver (notification point), which is on or off for the whole port."},
    Row{.name = "sysctl.arp_ignore",
        .scope = Scope::nic,
        .type = Type::number,
        .least = 0,
        .most = 3,
        .also = 8,
        .ethernet = true,
        .file = "/proc/sys/net/ipv4/conf/{}/arp_ignore",
        .all = "/proc/sys/net/ipv4/conf/all/arp_ignore",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/arp_ignore; in force is the larger of it and all/arp_ignore",
        .since = "2.6.5",
        .text = "Whether a rail answers ARP for another rail's address: 1 answers only for its own. With several rails "
                "in one "
                "subnet, 0 lets the wrong NIC answer."},
    Row{.name = "sysctl.arp_announce",
        .scope = Scope::nic,
        .type = Type::number,
        .least = 0,
        .most = 2,
        .ethernet = true,
        .file = "/proc/sys/net/ipv4/conf/{}/arp_announce",
        .all = "/proc/sys/net/ipv4/conf/all/arp_announce",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/arp_announce; in force is the larger of it and all/arp_announce",
        .since = "2.6.5",
        .text = "Which address a rail names as its own in ARP requests: 2 always the outgoing rail's best."},
    Row{.name = "sysctl.rp_filter",
        .scope = Scope::nic,
        .type = Type::number,
        .least = 0,
        .most = 2,
        .ethernet = true,
        .file = "/proc/sys/net/ipv4/conf/{}/rp_filter",
        .all = "/proc/sys/net/ipv4/conf/all/rp_filter",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/rp_filter; in force is the larger of it and all/rp_filter",
        .since = "2.2",
        .text = "Reverse path filter: 0 none, 1 strict (drops what comes in on another rail than the answer would "
                "take), 2 loose "
                "(what several rails in one subnet need)."},
};

}  // namespace

std::string_view Row::table() const {
  auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
}

std::string_view Row::key() const {
  auto dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::span<const Row> rows() { return table; }

const Row* find(std::string_view name) {
  const auto* row = std::find_if(table.begin(), table.end(), [&](const Row& each) { return each.name == name; });
  return row == table.end() ? nullptr : row;
}

std::string_view to_text(Disruption disruption) {
  switch (disruption) {
    case Disruption::none:
      return "none";
    case Disruption::carrier:
      return "carrier";
    case Disruption::link:
      return "link";
    case Disruption::reboot:
      return "reboot";
  }
  return "none";
}

}  // namespace roced::catalog
