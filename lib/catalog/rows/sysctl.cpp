#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array table{
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
    Row{.name = "sysctl.arp_filter",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1,
        .file = "/proc/sys/net/ipv4/conf/{}/arp_filter",
        .all = "/proc/sys/net/ipv4/conf/all/arp_filter",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/arp_filter; in force is the larger of it and all/arp_filter",
        .since = "2.4.3",
        .text = "Whether a rail answers ARP only for addresses that it would route the answer for. Needs source "
                "routing; arp_ignore 1 is the simpler way."},
    Row{.name = "sysctl.arp_notify",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1,
        .file = "/proc/sys/net/ipv4/conf/{}/arp_notify",
        .all = "/proc/sys/net/ipv4/conf/all/arp_notify",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/arp_notify; in force is the larger of it and all/arp_notify",
        .since = "2.6.31",
        .text = "Whether a rail announces its address when it comes up or its MAC address changes, so that neighbours "
                "forget the old one."},
    Row{.name = "sysctl.accept_local",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1,
        .file = "/proc/sys/net/ipv4/conf/{}/accept_local",
        .all = "/proc/sys/net/ipv4/conf/all/accept_local",
        .combine = Combine::max,
        .where = "/proc/sys/net/ipv4/conf/NETDEV/accept_local; in force is the larger of it and all/accept_local",
        .since = "2.6.33",
        .text = "Whether packets with an address of this node as their source are taken: rails of one node that talk "
                "to each other through the switch need it."},
    Row{.name = "sysctl.rp_filter",
        .scope = Scope::nic,
        .type = Type::number,
        .least = 0,
        .most = 2,
        .event = Event::netconf,
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

std::span<const Row> sysctl_rows() { return table; }

}  // namespace roced::catalog
