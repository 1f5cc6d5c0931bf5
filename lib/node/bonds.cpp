#include "node/bonds.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace roced::node {
namespace {

using Bonds = std::map<int, std::string>;  ///< ifindex, name

Bonds bonds_of(const Node& node) {
  Bonds bonds;
  for (const auto& nic : node.nics)
    if (nic.link_kind == "bond") bonds.emplace(nic.ifindex, nic.name);
  return bonds;
}

/// "0000:5e:00" of "0000:5e:00.1": the adapter that both ports are on.
std::string adapter_of(const Nic& nic) { return nic.pci.substr(0, nic.pci.rfind('.')); }

/// RDMA follows a bond (RoCE LAG) only where both members are ports of one adapter.
void judge_adapters(const Matching& matching, const Bonds& bonds, std::vector<Problem>& problems) {
  std::map<int, const Nic*> first;
  for (const auto& [group, nic, unwritten] : matching.members) {
    if (nic.master == 0 || nic.pci.empty() || nic.driver != "mlx5_core") continue;
    auto [other, added] = first.try_emplace(nic.master, &nic);
    if (added || adapter_of(*other->second) == adapter_of(nic)) continue;
    auto master = bonds.find(nic.master);
    if (master == bonds.end()) continue;
    problems.push_back({profile::Severity::error, "roce-lag-impossible",
                        fmt::format("{} joins ports of different adapters ({} at {}, {} at {}): RoCE LAG needs both "
                                    "ports of one. RDMA stays with each port; take the bond apart, or bond one "
                                    "adapter's ports",
                                    master->second, other->second->name, other->second->pci, nic.name, nic.pci)});
  }
}

/// The wish for an MTU, nullptr where a group has none.
const profile::Wish* mtu_of(const profile::Group& group) {
  auto at = std::find_if(group.wishes.begin(), group.wishes.end(),
                         [](const profile::Wish& wish) { return wish.row->name == "mtu"; });
  return at == group.wishes.end() ? nullptr : &*at;
}

/// A bond has one MTU, which is that of all its members: two wishes would undo each other without end.
void judge_mtus(Matching& matching, const Bonds& bonds) {
  for (const auto& [index, name] : bonds) {
    std::set<std::uint64_t> sizes;
    std::map<std::string, const profile::Wish*> wishes;
    for (const auto& member : matching.members)
      if (const auto* wish = mtu_of(*member.group); wish != nullptr && member.nic.master == index) {
        sizes.insert(std::get<std::uint64_t>(wish->value));
        wishes.emplace(member.group->name, wish);
      }
    if (sizes.size() < 2) continue;
    std::string said;
    for (const auto& [group, wish] : wishes)
      said += fmt::format("{}group {} ({}) {}", said.empty() ? "" : ", ", group, wish->origin.text(),
                          catalog::to_text(wish->value));
    auto text = fmt::format(
        "{} has one MTU, which is that of all its members, and the profile wants several: {}; its "
        "members are left alone until one is written for all",
        name, said);
    for (auto& member : matching.members)
      if (member.nic.master == index && member.unwritten.empty()) member.unwritten = text;
    matching.problems.push_back({profile::Severity::error, "bond-mtu", std::move(text)});
  }
}

/// "ens2, ens3": members of a bond that are in no group.
std::string unnamed(const Matching& matching, const Node& node, int bond) {
  std::string names;
  for (const auto& nic : node.nics) {
    bool named = std::any_of(matching.members.begin(), matching.members.end(),
                             [&](const Member& member) { return member.nic.ifindex == nic.ifindex; });
    if (nic.master == bond && !named) names += (names.empty() ? "" : ", ") + nic.name;
  }
  return names;
}

/// The MTU goes to all members of a bond, the rest of a group to those that it names alone.
void judge_unnamed(const Matching& matching, const Node& node, const Bonds& bonds, std::vector<Problem>& problems) {
  std::set<int> told;
  for (const auto& member : matching.members) {
    auto bond = bonds.find(member.nic.master);
    if (bond == bonds.end() || mtu_of(*member.group) == nullptr || !told.insert(bond->first).second) continue;
    if (auto names = unnamed(matching, node, bond->first); !names.empty())
      problems.push_back(
          {profile::Severity::warning, "bond-member-unnamed",
           fmt::format("group {} ({}) names {} of {} but not {}: the bond's MTU is theirs too, PFC and "
                       "the rest they don't get. Match all members of the bond",
                       member.group->name, member.group->origin.text(), member.nic.name, bond->second, names)});
  }
}

}  // namespace

void judge_bonds(Matching& matching, const Node& node) {
  auto bonds = bonds_of(node);
  judge_adapters(matching, bonds, matching.problems);
  judge_mtus(matching, bonds);
  judge_unnamed(matching, node, bonds, matching.problems);
}

}  // namespace roced::node
