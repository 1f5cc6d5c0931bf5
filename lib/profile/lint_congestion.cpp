#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

using catalog::Priorities;

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

/// As cnp_paused, for those that are written out.
void cnp_dscp_paused(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto dscp = wished<std::uint64_t>(draft, "dcqcn.cnp_dscp");
  if (!pfc || !dscp || dscp.wish->follows) return;
  auto priority = priority_of(draft, *dscp.value);
  if (!pfc.value->contains(priority)) return;
  findings.warning(dscp.wish->origin,
                   fmt::format("dcqcn.cnp_dscp: {} gets priority {}, which has PFC ({}): a pause holds back the "
                               "notifications that would end it",
                               *dscp.value, priority, place(pfc.wish->origin, dscp.wish->origin)),
                   "Give it a priority without PFC, as a rule DSCP 48 with priority 6.");
}

bool is_paused(const Wished<Priorities>& pfc, int priority) { return pfc && pfc.value->contains(priority); }

/// Once for all: where the DSCP or [nic.NAME.roce] tells of the same pause, or all is paused, that is said already.
void cnp_tag_paused(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto dscp = wished<std::uint64_t>(draft, "dcqcn.cnp_dscp");
  auto tag = wished<std::uint64_t>(draft, "dcqcn.cnp_802p_prio");
  if (!tag || draft.roce.cnp_priority || !is_paused(pfc, static_cast<int>(*tag.value)) || pfc.value->bits() == 0xff)
    return;
  if (dscp && is_paused(pfc, priority_of(draft, *dscp.value))) return;
  findings.warning(tag.wish->origin,
                   fmt::format("dcqcn.cnp_802p_prio: {} has PFC ({}): a pause holds back the notifications that would "
                               "end it",
                               *tag.value, place(pfc.wish->origin, tag.wish->origin)),
                   "Write a priority without PFC, as a rule 6.");
}

void cnp_of_two_priorities(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto dscp = wished<std::uint64_t>(draft, "dcqcn.cnp_dscp");
  auto tag = wished<std::uint64_t>(draft, "dcqcn.cnp_802p_prio");
  if (!dscp || dscp.wish->follows || !tag) return;
  auto priority = priority_of(draft, *dscp.value);
  auto tagged = static_cast<int>(*tag.value);
  // A paused one is told of above, and nothing to bring the other to.
  if (tagged == priority || is_paused(pfc, priority) || is_paused(pfc, tagged)) return;
  findings.warning(
      dscp.wish->origin,
      fmt::format("dcqcn.cnp_dscp: {} gets priority {}, but {} says {}", *dscp.value, priority,
                  named(*tag.wish, dscp.wish->origin), *tag.value),
      fmt::format("Map {} to {} in dcb.dscp_prio, or write cnp_802p_prio = {}.", *dscp.value, *tag.value, priority));
}

/// Rates whose 0 means that there is none, as rpg_max_rate's the line rate: then nothing is beyond it.
void rates_out_of_order(const Draft& draft, Findings& findings) {
  struct Order {
    const char *lower, *upper;
  };
  for (auto [lower, upper] : {Order{"dcqcn.rpg_min_rate", "dcqcn.rpg_max_rate"},
                              {"dcqcn.rpg_min_rate", "dcqcn.rate_to_set_on_first_cnp"},
                              {"dcqcn.rate_to_set_on_first_cnp", "dcqcn.rpg_max_rate"}}) {
    auto low = wished<std::uint64_t>(draft, lower);
    auto high = wished<std::uint64_t>(draft, upper);
    if (!low || !high || *high.value == 0 || *low.value <= *high.value) continue;
    findings.warning(low.wish->origin,
                     fmt::format("{}: {} Mbit/s is above the {} of {}, which no rate can be beyond", lower, *low.value,
                                 *high.value, named(*high.wish, low.wish->origin)),
                     fmt::format("Write {} or less, or raise {}.", *high.value, upper));
  }
}

}  // namespace

void lint_congestion(const Draft& draft, Findings& findings) {
  for (auto* rule :
       {ecn_without_pfc, cnp_paused, cnp_dscp_paused, cnp_tag_paused, cnp_of_two_priorities, rates_out_of_order})
    rule(draft, findings);
}

}  // namespace roced::profile
