#include <array>

#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

constexpr std::string_view broadcom_where =
    "/sys/kernel/config/bnxt_re/DEVICE/ports/PORT/cc (Broadcom's driver); /sys/kernel/debug/bnxt_re/PCI/cc_config";
constexpr std::string_view broadcom_since = "Broadcom's bnxt_re, or 6.17";

// What only Broadcom's cards have.
constexpr std::array table{
    Row{.name = "broadcom.cc_mode",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The algorithm of congestion control: 0 deterministic (DCQCN-D), 1 probabilistic (DCQCN-P)."},
    Row{.name = "broadcom.ecn_marking",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 2,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The ECN bits of RoCE packets: 1 is ECT(0)."},
    Row{.name = "broadcom.g",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 7,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The weight of a new sample in the running average of congestion, as a power of two."},
    Row{.name = "broadcom.init_cr",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1023,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The rate of a new flow."},
    Row{.name = "broadcom.init_tr",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1023,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The target rate of a new flow."},
    Row{.name = "broadcom.inact_th",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 65535,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "How long a flow may be idle until it starts anew."},
    Row{.name = "broadcom.rtt",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 16383,
        .measure = "microseconds",
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The round trip time that rates are reckoned by."},
    Row{.name = "broadcom.tcp_cp",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 1023,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "The congestion probability above which rates are cut as TCP does."},
    Row{.name = "broadcom.nph_per_state",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 15,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "Phases in one state of recovery."},
    Row{.name = "broadcom.time_pph",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 15,
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "Time of a phase."},
    Row{.name = "broadcom.pkts_pph",
        .scope = Scope::nic,
        .type = Type::number,
        .most = 255,
        .measure = "packets",
        .where = broadcom_where,
        .since = broadcom_since,
        .text = "Packets of a phase."},
};

}  // namespace

std::span<const Row> broadcom_rows() { return table; }

}  // namespace roced::catalog
