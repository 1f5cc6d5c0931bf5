#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array<std::string_view, 2> netns_modes{"shared", "exclusive"};

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
};

}  // namespace

std::span<const Row> rdma_rows() { return table; }

}  // namespace roced::catalog
