#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array<std::string_view, 2> link_layers{"ethernet", "infiniband"};
constexpr std::array<std::string_view, 3> children_ways{"report", "follow", "leave"};

constexpr std::array table{
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
};

}  // namespace

std::span<const Row> port_rows() { return table; }

}  // namespace roced::catalog
