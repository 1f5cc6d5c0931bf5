#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

using catalog::Priorities;

/// A DSCP that the map doesn't name keeps what it has: DSCP>>3 where roced turned trust on, but nothing watches it.
void pfc_without_dscp(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto map = wished<catalog::NumberMap>(draft, "dcb.dscp_prio");
  auto trust = wished<std::string>(draft, "dcb.trust");
  if (!pfc || !map || (trust && *trust.value != "dscp")) return;
  Priorities reached;
  for (auto [dscp, priority] : *map.value) reached.insert(static_cast<int>(priority));
  auto lonely = without(*pfc.value, reached);
  if (lonely.empty()) return;
  findings.warning(pfc.wish->origin,
                   fmt::format("dcb.pfc: no DSCP of {} maps to {}: it says {}", named(*map.wish, pfc.wish->origin),
                               counted(lonely), catalog::to_text(map.wish->value)),
                   fmt::format("Name the DSCP of its traffic there, or take {} out of dcb.pfc.", listed(lonely)));
}

/// The ToS bytes of the profile: one where both ways say the same.
std::vector<Wished<std::uint64_t>> tos_of(const Draft& draft) {
  std::vector<Wished<std::uint64_t>> all;
  for (const char* name : {"rdma_cm.tos", "traffic_class"})
    if (auto tos = wished<std::uint64_t>(draft, name); tos && (all.empty() || *all[0].value != *tos.value))
      all.push_back(tos);
  return all;
}

constexpr unsigned ecn_bits = 2;

/// MLNX_OFED's traffic_class is that of every queue pair, whatever the connection manager gave it.
void two_tos(const Draft& draft, Findings& findings) {
  auto all = tos_of(draft);
  if (all.size() < 2) return;
  const auto& [cm, port] = std::tie(all[0], all[1]);
  if (cm.wish->follows)
    return findings.warning(
        port.wish->origin,
        fmt::format("traffic_class: {} goes over the {} that follows from roce.dscp ({}): no connection has that",
                    *port.value, *cm.value, place(cm.wish->origin, port.wish->origin)),
        fmt::format("Write {}, or leave it out.", *cm.value));
  findings.warning(cm.wish->origin,
                   fmt::format("rdma_cm.tos: {}, but {} is that of every connection and says {}", *cm.value,
                               named(*port.wish, cm.wish->origin), *port.value),
                   fmt::format("Write {} here, or {} there.", *port.value, *cm.value));
}

void tos_without_care(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  auto trust = wished<std::string>(draft, "dcb.trust");
  auto map = wished<catalog::NumberMap>(draft, "dcb.dscp_prio");
  if (trust && *trust.value == "pcp") return;
  for (const auto& tos : tos_of(draft)) {
    auto dscp = *tos.value >> ecn_bits;
    auto priority = priority_of(draft, dscp);
    auto tell = [&](const Wished<Priorities>& set, std::string_view what) {
      if (!set || set.value->empty() || set.value->contains(priority)) return;
      findings.warning(tos.wish->origin,
                       fmt::format("{}: {} is DSCP {}, which gets priority {}: without {} ({})", tos.wish->row->name,
                                   *tos.value, dscp, priority, what, named(*set.wish, tos.wish->origin)),
                       fmt::format("Map {} to {} in dcb.dscp_prio, or add {} to {}.", dscp, counted(*set.value),
                                   priority, set.wish->row->name));
    };
    bool is_dscp = map && map.value->contains(static_cast<std::uint32_t>(*tos.value)) &&
                   !map.value->contains(static_cast<std::uint32_t>(dscp));
    if (is_dscp) {
      findings.warning(tos.wish->origin,
                       fmt::format("{}: {} looks like a DSCP: the ToS byte is DSCP times 4, plus 2 for ECN",
                                   tos.wish->row->name, *tos.value),
                       fmt::format("Write {}.", (*tos.value << ecn_bits) | 2U));
      continue;
    }
    tell(pfc, "PFC");
    if (!ecn || !ecn.wish->follows) tell(ecn, "ECN");
  }
}

/// RoCE v2 by its port, whatever its DSCP.
void udp_without_care(const Draft& draft, Findings& findings) {
  constexpr std::uint32_t roce_port = 4791;
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ports = wished<catalog::NumberMap>(draft, "dcb.app.udp");
  if (!pfc || !ports || pfc.value->empty()) return;
  auto roce = ports.value->find(roce_port);
  if (roce == ports.value->end() || pfc.value->contains(static_cast<int>(roce->second))) return;
  findings.warning(
      ports.wish->origin,
      fmt::format("dcb.app.udp: {} is RoCE's port, and gets priority {}: without PFC ({})", roce_port, roce->second,
                  named(*pfc.wish, ports.wish->origin)),
      fmt::format("Map {} to {} there, or add {} to dcb.pfc.", roce_port, counted(*pfc.value), roce->second));
}

void tos_not_marked(const Draft& draft, Findings& findings) {
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  auto marking = wished<std::uint64_t>(draft, "broadcom.ecn_marking");
  if (!ecn || ecn.value->empty() || (marking && *marking.value != 0)) return;
  for (const auto& tos : tos_of(draft))
    if ((*tos.value & 3U) == 0)
      findings.warning(tos.wish->origin,
                       fmt::format("{}: the low two bits of {} are 0: switches may not mark such packets, they drop "
                                   "them, and {} is for nothing",
                                   tos.wish->row->name, *tos.value, named(*ecn.wish, tos.wish->origin)),
                       fmt::format("Write {}, unless the NIC sets the bits itself.", *tos.value | 2U));
}

void tos_without_trust(const Draft& draft, Findings& findings) {
  auto all = tos_of(draft);
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  if (all.empty() || all[0].wish->follows || !pfc || pfc.value->empty()) return;
  if (draft.wish("dcb.trust") != nullptr || draft.wish("dcb.dscp_prio") != nullptr) return;
  findings.warning(all[0].wish->origin,
                   fmt::format("{}: nothing here makes the NIC look at the DSCP, so it doesn't reach {}",
                               all[0].wish->row->name, named(*pfc.wish, all[0].wish->origin)),
                   "Write dcb.trust = \"dscp\".");
}

void all_paused(const Draft& draft, Findings& findings) {
  constexpr std::uint8_t all = 0xff;
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  if (pfc && pfc.value->bits() == all)
    findings.warning(pfc.wish->origin,
                     "dcb.pfc: with all eight priorities paused, notifications and TCP wait with the rest",
                     "Name only the priority of RoCE traffic, as a rule 3.");
}

}  // namespace

void lint_traffic(const Draft& draft, Findings& findings) {
  for (auto* rule :
       {pfc_without_dscp, two_tos, tos_without_care, udp_without_care, tos_not_marked, tos_without_trust, all_paused})
    rule(draft, findings);
}

}  // namespace roced::profile
