#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::array<std::string_view, 2> roce_modes{"v1", "v2"};

constexpr std::array table{
    Row{.name = "rdma_cm.roce_mode",
        .scope = Scope::nic,
        .type = Type::word,
        .words = roce_modes,
        .where = "/sys/kernel/config/rdma_cm/DEVICE/ports/PORT/default_roce_mode",
        .since = "4.5",
        .text = "The RoCE version of connections that the RDMA connection manager makes. Lost when the RDMA device "
                "comes anew."},
    Row{.name = "rdma_cm.tos",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 255,
        .where = "/sys/kernel/config/rdma_cm/DEVICE/ports/PORT/default_roce_tos",
        .since = "4.10",
        .text = "The ToS byte of connections that the RDMA connection manager makes: DSCP times 4, plus 2 for ECN. "
                "Programs that set one themselves, and those without the connection manager (NCCL), don't use it. "
                "Lost when the RDMA device comes anew."},
    Row{.name = "traffic_class",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 255,
        .where = "/sys/class/infiniband/DEVICE/tc/PORT/traffic_class (MLNX_OFED)",
        .since = "MLNX_OFED 4.0",
        .text =
            "The traffic class of every queue pair of the port, whatever its program asks for: DSCP times 4, plus 2 "
            "for ECN."},
};

}  // namespace

std::span<const Row> traffic_class_rows() { return table; }

}  // namespace roced::catalog
