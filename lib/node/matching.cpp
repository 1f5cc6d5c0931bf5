#include "node/matching.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fnmatch.h>

#include "node/bonds.hpp"

namespace roced::node {
namespace {

using Strings = std::vector<std::string>;

bool any_glob(const Strings& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return fnmatch(pattern.c_str(), text.c_str(), 0) == 0; });
}

/// "ens1np0" where a pattern says "ens1".
bool any_name_with_port(const Strings& patterns, const std::string& name) {
  auto at = name.rfind("np");
  return at != std::string::npos && at + 2 < name.size() && any_glob(patterns, name.substr(0, at));
}

bool any_equal(const Strings& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Calls `one` with (whether the key is given, whether it holds) for each key of a match.
template <typename Function>
void each_key(const profile::Match& match, const Nic& nic, Function one) {
  one(!match.ifname.empty(), any_glob(match.ifname, nic.netdev));
  one(!match.pci.empty(), any_glob(match.pci, nic.pci));
  one(!match.rdma_device.empty(), !nic.rdma_device.empty() && any_glob(match.rdma_device, nic.rdma_device));
  one(!match.vendor.empty(), any_equal(match.vendor, nic.vendor));
  one(!match.device.empty(), any_equal(match.device, nic.device));
  one(!match.driver.empty(), any_equal(match.driver, nic.driver));
  one(!match.kind.empty(), any_equal(match.kind, to_text(nic.kind)));
  one(!match.link_layer.empty(), any_equal(match.link_layer, to_text(nic.link_layer)));
}

bool all_given_hold(const profile::Match& match, const Nic& nic) {
  bool all = true;
  each_key(match, nic, [&](bool given, bool holds) { all = all && (!given || holds); });
  return all;
}

bool none_given_holds(const profile::Match& match, const Nic& nic) {
  bool none = true;
  each_key(match, nic, [&](bool given, bool holds) { none = none && !(given && holds); });
  return none;
}

bool matches(const profile::Group& group, const Nic& nic) {
  if (nic.is_upper() && !any_equal(group.match.kind, "virtual")) return false;
  return all_given_hold(group.match, nic) && none_given_holds(group.except, nic);
}

std::string names(const std::vector<Member>& members) {
  std::string text;
  for (const auto& member : members) text += (text.empty() ? "" : ", ") + member.nic.name;
  return text.empty() ? "none" : text;
}

/// Groups that match a NIC that another matches too lose it, and both say so.
std::vector<const profile::Group*> groups_of(const profile::Profile& profile, const Nic& nic) {
  std::vector<const profile::Group*> found;
  for (const auto& group : profile.groups)
    if (matches(group, nic)) found.push_back(&group);
  return found;
}

/// A NIC that a group all but matches: one key alone doesn't hold, as where udev has given another name.
std::string near_miss(const profile::Group& group, const Node& node) {
  for (const auto& nic : node.nics) {
    if (nic.pci.empty()) continue;
    if (!group.match.ifname.empty() && any_name_with_port(group.match.ifname, nic.netdev))
      return fmt::format("; {} at {} is near: newer kernels add the port (np0) to the name", nic.netdev, nic.pci);
    auto others = group.match;
    others.rdma_device.clear();
    if (!group.match.rdma_device.empty() && nic.rdma_device.starts_with("roce") && all_given_hold(others, nic))
      return fmt::format("; {} at {} is near: rdma-core's udev rules have renamed RDMA devices", nic.rdma_device,
                         nic.pci);
  }
  return {};
}

/// What a group could have meant.
std::string candidates(const Node& node) {
  constexpr std::size_t most = 8;
  std::string text;
  std::size_t count = 0;
  for (const auto& nic : node.nics)
    if (!nic.is_upper() && ++count <= most)
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", nic.name,
                          nic.driver.empty() ? std::string{} : fmt::format(" ({})", nic.driver));
  if (count > most) text += fmt::format(" and {} more", count - most);
  return text.empty() ? std::string{"there is none"} : "there are " + text;
}

void judge_count(const profile::Group& group, const Node& node, std::vector<Member>& members,
                 std::vector<Problem>& problems) {
  if (members.empty()) {
    auto hint = near_miss(group, node);
    problems.push_back({profile::Severity::error, "group-matches-nothing",
                        fmt::format("group {} ({}) matches no NIC of this node{}", group.name, group.origin.text(),
                                    hint.empty() ? "; " + candidates(node) : hint)});
  }
  if (!group.count || *group.count == members.size()) return;
  for (auto& member : members)
    member.unwritten = fmt::format("the count of group {} doesn't hold: nothing of it is written", group.name);
  if (!members.empty())
    problems.push_back({profile::Severity::error, "count",
                        fmt::format("group {} ({}) shall match {} NICs and matches {} ({}): nothing of it is written",
                                    group.name, group.origin.text(), *group.count, members.size(), names(members))});
}

/// RoCE can't run on a NIC without an RDMA device, whatever the settings say.
void judge_rdma(const Matching& matching, const Node& node, std::vector<Problem>& problems) {
  if (!node.rdma) return;  // said once, for the whole node
  for (const auto& [group, nic, unwritten] : matching.members) {
    if (!nic.rdma_device.empty() || nic.is_upper()) continue;  // a VLAN's and a bond's are those below
    bool shared = std::any_of(node.nics.begin(), node.nics.end(), [&master = nic.master](const Nic& each) {
      return master != 0 && each.master == master && !each.rdma_device.empty();
    });
    if (shared) continue;  // RoCE LAG: the ports of a bond have one device
    auto other = std::find_if(node.nics.begin(), node.nics.end(), [&driver = nic.driver](const Nic& each) {
      return !driver.empty() && each.driver == driver && !each.rdma_device.empty();
    });
    // Where the driver of the like has one, it isn't for want of a driver.
    auto why = other == node.nics.end()
                   ? std::string{"its RDMA driver isn't loaded, or the device is in another network namespace"}
                   : fmt::format(
                         "{}, of the same driver ({}), has one: a pod has it, or it stayed in the network "
                         "namespace of one that is gone. Unless a pod uses it, unbind and bind the NIC",
                         other->name, nic.driver);
    problems.push_back({profile::Severity::warning, "no-rdma-device",
                        fmt::format("{} (group {}) has no RDMA device: {}", nic.name, group->name, why)});
  }
}

}  // namespace

Matching match(const profile::Profile& profile, const Node& node) {
  Matching matching;
  std::vector<std::pair<const profile::Group*, const Nic*>> pairs;
  for (const auto& nic : node.nics) {
    auto groups = groups_of(profile, nic);
    if (groups.size() == 1) pairs.emplace_back(groups.front(), &nic);
    if (groups.size() > 1)
      matching.problems.push_back(
          {profile::Severity::error, "two-groups",
           fmt::format("{} is matched by group {} ({}) and by group {} ({}): it is left alone until "
                       "one of them says `not`",
                       nic.name, groups[0]->name, groups[0]->origin.text(), groups[1]->name,
                       groups[1]->origin.text())});
  }
  for (const auto& group : profile.groups) {
    std::vector<Member> members;
    for (auto [owner, nic] : pairs)
      if (owner == &group) members.push_back({&group, *nic, {}});
    judge_count(group, node, members, matching.problems);
    std::move(members.begin(), members.end(), std::back_inserter(matching.members));
  }
  judge_bonds(matching, node);
  judge_rdma(matching, node, matching.problems);
  return matching;
}

}  // namespace roced::node
