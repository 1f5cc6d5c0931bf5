#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "catalog/roce.hpp"
#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

using catalog::Priorities;

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

void exact_without_map(const Draft& draft, Findings& findings) {
  auto exact = wished<bool>(draft, "dcb.exact");
  auto trust = wished<std::string>(draft, "dcb.trust");
  if (!exact || !*exact.value || !trust || *trust.value != "dscp" || draft.wish("dcb.dscp_prio") != nullptr) return;
  findings.error(
      exact.wish->origin,
      fmt::format("dcb.exact: no DSCP is named, so that all entries would go, and with the last one the trust "
                  "in DSCP that {} asks for",
                  named(*trust.wish, exact.wish->origin)),
      "Write dscp_prio = { 26 = 3 }, or leave exact out.");
}

bool means_roce(const Draft& draft) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  return draft.roce.given() || (pfc && !pfc.value->empty()) || (ecn && !ecn.value->empty());
}

void small_mtu(const Draft& draft, Findings& findings) {
  using catalog::roce_headers, catalog::roce_mtus;
  auto mtu = wished<std::uint64_t>(draft, "mtu");
  if (!mtu || *mtu.value >= roce_mtus.back() + roce_headers || !means_roce(draft)) return;
  auto fits =
      std::find_if(roce_mtus.rbegin(), roce_mtus.rend(), [&](auto size) { return size + roce_headers <= *mtu.value; });
  auto active =
      fits == roce_mtus.rend() ? std::string{"no active_mtu at all"} : fmt::format("an active_mtu of {}", *fits);
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

void source_tables(const Draft& draft, Findings& findings) {
  auto tables = wished<catalog::Numbers>(draft, "routing.source_tables");
  if (!tables) return;
  const auto& origin = tables.wish->origin;
  if (draft.group.count != tables.value->size())
    findings.error(
        origin,
        fmt::format(
            "routing.source_tables: {} tables, but {}: which NIC gets which would be chance", tables.value->size(),
            draft.group.count ? fmt::format("count is {}", *draft.group.count) : std::string{"the group has no count"}),
        fmt::format("Write count = {}, or a table for each NIC.", tables.value->size()));
  constexpr std::uint64_t first_of_the_kernel = 253, last = 255;  // default, main, local
  for (auto at = tables.value->begin(); at != tables.value->end(); ++at) {
    if (*at >= first_of_the_kernel && *at <= last)
      findings.error(origin, fmt::format("routing.source_tables: {} is the kernel's own (default, main, local)", *at),
                     "Write others, such as 101, 102.");
    if (std::find(tables.value->begin(), at, *at) != at)
      findings.error(origin, fmt::format("routing.source_tables: {} stands there twice", *at),
                     "Write a table of its own for each NIC.");
  }
}

void required_mtu(const Draft& draft, Findings& findings) {
  using catalog::roce_headers;
  auto active = wished<std::uint64_t>(draft, "require.active_mtu");
  auto mtu = wished<std::uint64_t>(draft, "mtu");
  if (!active || !mtu || *mtu.value >= *active.value + roce_headers) return;
  findings.error(active.wish->origin,
                 fmt::format("require.active_mtu: {} needs an MTU of {}, but {} asks for {}", *active.value,
                             *active.value + roce_headers, named(*mtu.wish, active.wish->origin), *mtu.value),
                 fmt::format("Write mtu = {} or more.", *active.value + roce_headers));
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

void pcp_without_egress(const Draft& draft, Findings& findings) {
  auto trust = wished<std::string>(draft, "dcb.trust");
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  if (!trust || *trust.value != "pcp" || !pfc || pfc.value->empty() || draft.wish("vlan.egress") != nullptr) return;
  if (draft.wish("dcb.dscp_prio") != nullptr) return;  // an error already, and trust the likelier slip
  findings.warning(
      trust.wish->origin,
      "dcb.trust: with pcp the priority is that of the VLAN tag, which is 0 on all that is sent without an egress map",
      fmt::format("Write egress = {{ 3 = 3 }} in [nic.{}.vlan], or trust = \"dscp\".", draft.group.name));
}

/// Where trust is pcp, the tag is the priority at the other end of the cable.
void egress_without_pause(const Draft& draft, Findings& findings) {
  auto trust = wished<std::string>(draft, "dcb.trust");
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto egress = wished<catalog::NumberMap>(draft, "vlan.egress");
  if (!trust || *trust.value != "pcp" || !pfc || !egress) return;
  for (std::uint32_t priority = 0; priority < 8; ++priority) {
    auto entry = egress.value->find(priority);
    auto tag = entry == egress.value->end() ? 0 : entry->second;
    if (!pfc.value->contains(static_cast<int>(priority)) || pfc.value->contains(static_cast<int>(tag))) continue;
    findings.warning(
        egress.wish->origin,
        fmt::format("vlan.egress: priority {} has PFC ({}), but its packets get PCP {}, which at the other "
                    "end is a priority without",
                    priority, place(pfc.wish->origin, egress.wish->origin), tag),
        fmt::format("Write {0} = {0} there.", priority));
  }
}

}  // namespace

void lint_port(const Draft& draft, Findings& findings) {
  for (auto* rule : {pcp_with_dscp_map, exact_without_map, pcp_without_egress, egress_without_pause, small_mtu,
                     strict_rp_filter, source_tables, required_mtu, firmware_dcbx, ethernet_on_infiniband})
    rule(draft, findings);
}

}  // namespace roced::profile
