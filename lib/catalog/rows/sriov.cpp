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
    Row{.name = "sriov.trust",
        .scope = Scope::nic,
        .type = Type::flag,
        .event = Event::link,
        .where = "rtnetlink, IFLA_VF_TRUST of every virtual function",
        .since = "4.4",
        .text = "Whether virtual functions may change their MAC address and receive all multicast, as macvlan on a "
                "virtual function needs."},
    Row{.name = "sriov.spoof_check",
        .scope = Scope::nic,
        .type = Type::flag,
        .event = Event::link,
        .where = "rtnetlink, IFLA_VF_SPOOFCHK of every virtual function",
        .since = "3.2",
        .text = "Whether a virtual function may send only with its own MAC address. macvlan on a virtual function "
                "needs it off."},
    Row{.name = "sriov.min_rate",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 4294967295,
        .measure = "Mbit/s",
        .event = Event::link,
        .where = "rtnetlink, IFLA_VF_RATE of every virtual function, min_tx_rate",
        .since = "3.16",
        .text = "What each virtual function can send at least; 0: nothing promised."},
    Row{.name = "sriov.max_rate",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 4294967295,
        .measure = "Mbit/s",
        .event = Event::link,
        .where = "rtnetlink, IFLA_VF_RATE of every virtual function, max_tx_rate",
        .since = "3.16",
        .text = "What each virtual function can send at most; 0: no limit."},
};

}  // namespace

std::span<const Row> sriov_rows() { return table; }

}  // namespace roced::catalog
