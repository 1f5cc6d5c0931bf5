#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array table{
    Row{.name = "sriov.vfs",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 4096,
        .measure = "virtual functions",
        .disruption = Disruption::link,
        .ethernet = false,
        .where = "/sys/bus/pci/devices/PCI/sriov_numvfs",
        .since = "3.8",
        .text = "How many virtual functions the port's PCI function has. The kernel changes a number only by way of 0, "
                "which takes all of them away: not while one of them is in a pod or a virtual machine. It can take "
                "seconds."},
};

}  // namespace

std::span<const Row> sriov_rows() { return table; }

}  // namespace roced::catalog
