#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::string_view rate = "netlink RTM_SETLINK, IFLA_VF_RATE (ip link set PF vf N max_tx_rate, min_tx_rate)";

constexpr Row of_each(Row row) {
  row.scope = Scope::nic;
  row.ethernet = false;
  row.event = Event::link;
  return row;
}

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
    of_each({.name = "sriov.trust",
             .type = Type::flag,
             .where = "netlink RTM_SETLINK, IFLA_VF_TRUST (ip link set PF vf N trust on)",
             .since = "4.4",
             .text =
                 "Whether each virtual function may change its own MAC and receive what isn't sent to it, as a bond "
                 "or macvlan children on it need."}),
    of_each({.name = "sriov.spoof_check",
             .type = Type::flag,
             .where = "netlink RTM_SETLINK, IFLA_VF_SPOOFCHK (ip link set PF vf N spoofchk on)",
             .since = "3.1",
             .text = "Whether each virtual function may send from its own MAC only. Macvlan children on it send from "
                     "others."}),
    of_each({.name = "sriov.max_rate",
             .type = Type::number,
             .most = 4'000'000,
             .measure = "Mbit/s",
             .where = rate,
             .since = "3.16",
             .text = "The most that each virtual function may send; 0: no limit."}),
    of_each({.name = "sriov.min_rate",
             .type = Type::number,
             .most = 4'000'000,
             .measure = "Mbit/s",
             .where = rate,
             .since = "3.16",
             .text = "What each virtual function is sure to get; 0: nothing is promised."}),
};

}  // namespace

std::span<const Row> sriov_rows() { return table; }

}  // namespace roced::catalog
