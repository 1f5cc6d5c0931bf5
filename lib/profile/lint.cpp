#include "profile/lint.hpp"

#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {

std::string named(const Wish& wish, const Origin& here) {
  return fmt::format("{} ({})", wish.row->name, place(wish.origin, here));
}

int priority_of(const Draft& draft, std::uint64_t dscp) {
  constexpr unsigned dscps_a_priority = 8;
  auto map = wished<catalog::NumberMap>(draft, "dcb.dscp_prio");
  if (map)
    if (auto entry = map.value->find(static_cast<std::uint32_t>(dscp)); entry != map.value->end())
      return static_cast<int>(entry->second);
  auto exact = wished<bool>(draft, "dcb.exact");
  if (map && exact && *exact.value) return 0;  // no entry is left that would give it another
  return static_cast<int>(dscp / dscps_a_priority);
}

catalog::Priorities without(catalog::Priorities all, catalog::Priorities less) {
  // In braces it would be a list of members.
  return catalog::Priorities(static_cast<std::uint8_t>(all.bits() & ~unsigned{less.bits()}));
}

std::string listed(catalog::Priorities set) {
  std::string text;
  for (int priority = 0; priority < 8; ++priority)
    if (set.contains(priority)) text += fmt::format("{}{}", text.empty() ? "" : ", ", priority);
  return text;
}

std::string counted(catalog::Priorities set) {
  auto text = listed(set);
  return fmt::format("{} {}", text.size() == 1 ? "priority" : "priorities", text);
}

void lint(const Draft& draft, Findings& findings) {
  for (auto* part : {lint_traffic, lint_congestion, lint_queues, lint_port, lint_functions}) part(draft, findings);
}

void lint_node(const std::vector<Wish>& node, const std::vector<Draft>& groups, Findings& findings) {
  const Wish* netns = nullptr;
  for (const auto& wish : node)
    if (wish.row->name == "rdma.netns" && wish.value == catalog::Value{std::string{"exclusive"}}) netns = &wish;
  if (netns == nullptr) return;
  for (const auto& group : groups) {
    auto children = wished<std::string>(group, "children");
    if (!children || *children.value == "leave") continue;
    findings.warning(children.wish->origin,
                     fmt::format("children: rdma.netns ({}) is exclusive: a macvlan child in a pod then has no RDMA "
                                 "device, only virtual functions have",
                                 place(netns->origin, children.wish->origin)),
                     "Write netns = \"shared\" for macvlan pods, or children = \"leave\" for SR-IOV pods.");
  }
}

}  // namespace roced::profile
