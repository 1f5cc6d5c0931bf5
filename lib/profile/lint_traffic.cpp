#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

using catalog::Priorities;

Priorities without(Priorities all, Priorities less) {
  // In braces it would be a list of members.
  return Priorities(static_cast<std::uint8_t>(all.bits() & ~unsigned{less.bits()}));
}

/// "3, 5"
std::string listed(Priorities set) {
  std::string text;
  for (int priority = 0; priority < 8; ++priority)
    if (set.contains(priority)) text += fmt::format("{}{}", text.empty() ? "" : ", ", priority);
  return text;
}

/// "priority 3", "priorities 3, 5"
std::string counted(Priorities set) {
  auto text = listed(set);
  return fmt::format("{} {}", text.size() == 1 ? "priority" : "priorities", text);
}

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

void ecn_without_pfc(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  // No PFC at all is a choice: RoCE on a network that may drop. What follows contradicts only where that is an error.
  if (!pfc || !ecn || pfc.value->empty() || ecn.wish->follows) return;
  auto lossy = without(*ecn.value, *pfc.value);
  if (lossy.empty()) return;
  findings.warning(ecn.wish->origin,
                   fmt::format("ecn.priorities: no PFC on {}: packets there can be dropped", counted(lossy)),
                   fmt::format("Take {} out of ecn.priorities, or add it to {}.", listed(lossy),
                               named(*pfc.wish, ecn.wish->origin)));
}

void cnp_paused(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  const auto& cnp = draft.roce.cnp_priority;
  if (!pfc || !cnp || !pfc.value->contains(cnp->number)) return;
  findings.warning(
      cnp->origin,
      fmt::format("roce.cnp_priority: {} has PFC ({}): a pause holds back the notifications that would end it",
                  cnp->number, place(pfc.wish->origin, cnp->origin)),
      "Write a priority without PFC, as a rule 6.");
}

/// A ToS byte of the profile, where it has one.
std::optional<Wished<std::uint64_t>> tos_of(const Draft& draft) {
  for (const char* name : {"rdma_cm.tos", "traffic_class"})
    if (auto tos = wished<std::uint64_t>(draft, name)) return tos;
  return {};
}

constexpr unsigned ecn_bits = 2;

void tos_without_care(const Draft& draft, Findings& findings) {
  auto tos = tos_of(draft);
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  auto trust = wished<std::string>(draft, "dcb.trust");
  if (!tos || (trust && *trust.value == "pcp")) return;
  auto dscp = *tos->value >> ecn_bits;
  auto priority = priority_of(draft, dscp);
  auto tell = [&](const Wished<Priorities>& set, std::string_view what) {
    if (!set || set.value->empty() || set.value->contains(priority)) return;
    findings.warning(tos->wish->origin,
                     fmt::format("{}: {} is DSCP {}, which gets priority {}: without {} ({})", tos->wish->row->name,
                                 *tos->value, dscp, priority, what, named(*set.wish, tos->wish->origin)),
                     fmt::format("Map {} to {} in dcb.dscp_prio, or add {} to {}.", dscp, counted(*set.value), priority,
                                 set.wish->row->name));
  };
  auto map = wished<catalog::NumberMap>(draft, "dcb.dscp_prio");
  bool is_dscp = map && map.value->contains(static_cast<std::uint32_t>(*tos->value)) &&
                 !map.value->contains(static_cast<std::uint32_t>(dscp));
  if (is_dscp)
    return findings.warning(tos->wish->origin,
                            fmt::format("{}: {} looks like a DSCP: the ToS byte is DSCP times 4, plus 2 for ECN",
                                        tos->wish->row->name, *tos->value),
                            fmt::format("Write {}.", (*tos->value << ecn_bits) | 2U));
  tell(pfc, "PFC");
  if (!ecn || !ecn.wish->follows) tell(ecn, "ECN");
}

void tos_not_marked(const Draft& draft, Findings& findings) {
  auto tos = tos_of(draft);
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  auto marking = wished<std::uint64_t>(draft, "broadcom.ecn_marking");
  if (!tos || !ecn || ecn.value->empty() || (*tos->value & 3U) != 0 || (marking && *marking.value != 0)) return;
  findings.warning(tos->wish->origin,
                   fmt::format("{}: the low two bits of {} are 0: switches may not mark such packets, they drop them, "
                               "and {} is for nothing",
                               tos->wish->row->name, *tos->value, named(*ecn.wish, tos->wish->origin)),
                   fmt::format("Write {}, unless the NIC sets the bits itself.", *tos->value | 2U));
}

void tos_without_trust(const Draft& draft, Findings& findings) {
  auto tos = tos_of(draft);
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  if (!tos || tos->wish->follows || !pfc || pfc.value->empty()) return;
  if (draft.wish("dcb.trust") != nullptr || draft.wish("dcb.dscp_prio") != nullptr) return;
  findings.warning(tos->wish->origin,
                   fmt::format("{}: nothing here makes the NIC look at the DSCP, so it doesn't reach {}",
                               tos->wish->row->name, named(*pfc.wish, tos->wish->origin)),
                   "Write dcb.trust = \"dscp\".");
}

/// As cnp_paused, for those that are written out.
void cnp_dscp_paused(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto dscp = wished<std::uint64_t>(draft, "dcqcn.cnp_dscp");
  auto tag = wished<std::uint64_t>(draft, "dcqcn.cnp_802p_prio");
  if (!dscp || dscp.wish->follows) return;
  auto priority = priority_of(draft, *dscp.value);
  if (pfc && pfc.value->contains(priority))
    findings.warning(dscp.wish->origin,
                     fmt::format("dcqcn.cnp_dscp: {} gets priority {}, which has PFC ({}): a pause holds back the "
                                 "notifications that would end it",
                                 *dscp.value, priority, place(pfc.wish->origin, dscp.wish->origin)),
                     "Give it a priority without PFC, as a rule DSCP 48 with priority 6.");
  else if (tag && static_cast<int>(*tag.value) != priority)
    findings.warning(
        dscp.wish->origin,
        fmt::format("dcqcn.cnp_dscp: {} gets priority {}, but {} says {}", *dscp.value, priority,
                    named(*tag.wish, dscp.wish->origin), *tag.value),
        fmt::format("Map {} to {} in dcb.dscp_prio, or write cnp_802p_prio = {}.", *dscp.value, *tag.value, priority));
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
  for (auto* rule : {pfc_without_dscp, ecn_without_pfc, cnp_paused, cnp_dscp_paused, tos_without_care, tos_not_marked,
                     tos_without_trust, all_paused})
    rule(draft, findings);
}

}  // namespace roced::profile
