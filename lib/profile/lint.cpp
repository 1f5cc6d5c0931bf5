#include "profile/lint.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "profile/intent.hpp"

namespace roced::profile {
namespace {

using catalog::Priorities;

/// A wish and its value, where there is one.
template <typename T>
struct Wished {
  const Wish* wish = nullptr;
  const T* value = nullptr;
  explicit operator bool() const { return wish != nullptr; }
};

template <typename T>
Wished<T> wished(const Draft& draft, std::string_view name) {
  const auto* wish = draft.wish(name);
  return wish == nullptr ? Wished<T>{} : Wished<T>{wish, std::get_if<T>(&wish->value)};
}

/// "dcb.pfc (line 15)"
std::string named(const Wish& wish, const Origin& here) {
  return fmt::format("{} ({})", wish.row->name, place(wish.origin, here));
}

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
  findings.warning(
      pfc.wish->origin,
      fmt::format("dcb.pfc: no DSCP of {} maps to {}", named(*map.wish, pfc.wish->origin), counted(lonely)),
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

void pcp_with_dscp_map(const Draft& draft, Findings& findings) {
  auto trust = wished<std::string>(draft, "dcb.trust");
  auto map = wished<catalog::NumberMap>(draft, "dcb.dscp_prio");
  if (!trust || !map || *trust.value != "pcp") return;
  findings.error(trust.wish->origin,
                 fmt::format("dcb.trust: pcp excludes {}: any DSCP entry turns trust to dscp",
                             named(*map.wish, trust.wish->origin)),
                 fmt::format("Write trust = \"dscp\", or leave {} out.",
                             map.wish->follows ? "roce.dscp and roce.cnp_dscp" : "dcb.dscp_prio"));
}

bool means_roce(const Draft& draft) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  return draft.roce.given() || (pfc && !pfc.value->empty()) || (ecn && !ecn.value->empty());
}

void small_mtu(const Draft& draft, Findings& findings) {
  // What RoCE's headers take at most (kernel: iboe_get_mtu).
  constexpr std::uint64_t headers = 96;
  constexpr std::array<std::uint64_t, 5> sizes{4096, 2048, 1024, 512, 256};
  auto mtu = wished<std::uint64_t>(draft, "mtu");
  if (!mtu || *mtu.value >= sizes.front() + headers || !means_roce(draft)) return;
  const auto* fits = std::find_if(sizes.begin(), sizes.end(), [&](auto size) { return size + headers <= *mtu.value; });
  auto active = fits == sizes.end() ? std::string{"no active_mtu at all"} : fmt::format("an active_mtu of {}", *fits);
  findings.warning(mtu.wish->origin, fmt::format("mtu: {} leaves RoCE {}; 4096 needs 4192", *mtu.value, active),
                   "Write mtu = 9000, or what the switches carry, from 4192 on.");
}

void strict_rp_filter(const Draft& draft, Findings& findings) {
  auto filter = wished<std::uint64_t>(draft, "sysctl.rp_filter");
  if (!filter || *filter.value != 1 || draft.group.count == 1U) return;
  auto rails = draft.group.count ? fmt::format("{} rails", *draft.group.count) : std::string{"several rails"};
  findings.warning(filter.wish->origin,
                   fmt::format("sysctl.rp_filter: with {}, 1 drops what comes in on another one than the answer "
                               "would leave by",
                               rails),
                   "Write rp_filter = 2, or count = 1 where there is one rail.");
}

void firmware_dcbx(const Draft& draft, Findings& findings) {
  auto owner = wished<std::string>(draft, "dcb.dcbx");
  if (!owner || *owner.value != "firmware") return;
  std::string values;
  for (const auto& wish : draft.group.wishes)
    if (wish.row->table() == "dcb" && &wish != owner.wish)
      values += (values.empty() ? "" : ", ") + named(wish, owner.wish->origin);
  if (values.empty()) return;
  findings.warning(owner.wish->origin, fmt::format("dcb.dcbx: the firmware may overwrite {}", values),
                   "Write dcbx = \"host\", or leave those to the switch.");
}

void ethernet_on_infiniband(const Draft& draft, Findings& findings) {
  auto layer = wished<std::string>(draft, "link_layer");
  if (!layer || *layer.value != "infiniband") return;
  auto refuse = [&](std::string_view what, const Origin& origin) {
    findings.error(origin, fmt::format("{}: for Ethernet ports only, and link_layer ({}) is infiniband", what,
                                       place(layer.wish->origin, origin)));
  };
  for (const auto& wish : draft.group.wishes)
    if (wish.row->ethernet && !wish.follows) refuse(wish.row->name, wish.origin);
  const auto& roce = draft.roce;
  for (const auto& asked : {roce.priority, roce.dscp, roce.cnp_priority, roce.cnp_dscp})
    if (asked) return refuse("roce", asked->origin);
}

}  // namespace

void lint(const Draft& draft, Findings& findings) {
  for (auto* rule : {pfc_without_dscp, ecn_without_pfc, cnp_paused, pcp_with_dscp_map, small_mtu, strict_rp_filter,
                     firmware_dcbx, ethernet_on_infiniband})
    rule(draft, findings);
}

}  // namespace roced::profile
