#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array table{
    Row{.name = "routing.source_tables",
        .scope = Scope::nic,
        .type = Type::numbers,
        .least = 1,
        .most = 0x7fffffff,
        .measure = "routing table",
        .one_each = true,
        .event = Event::routing,
        .where = "rtnetlink, RTM_NEWRULE and RTM_NEWROUTE (ip rule, ip route show table N)",
        .since = "2.2",
        .text = "A routing table for each NIC of the group, in the order of their PCI addresses, so that what a rail's "
                "address sends leaves by that rail. Each of its IPv4 addresses gets a rule into its table, and the "
                "table the routes that the main table has by this rail. Rules and routes of others stay. The group "
                "needs a count. systemd-networkd removes rules that aren't its own when it starts, unless "
                "ManageForeignRoutingPolicyRules=no (networkd.conf)."},
};

}  // namespace

std::span<const Row> routing_rows() { return table; }

}  // namespace roced::catalog
