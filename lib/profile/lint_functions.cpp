#include <algorithm>

#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

void functions_match_too(const Draft& draft, Findings& findings) {
  auto functions = wished<std::uint64_t>(draft, "sriov.vfs");
  const auto& match = draft.group.match;
  if (!functions || *functions.value == 0 || !match.kind.empty() || !match.pci.empty() || !match.rdma_device.empty() ||
      !draft.group.except.kind.empty())
    return;
  bool globs = match.ifname.empty() || std::any_of(match.ifname.begin(), match.ifname.end(), [](const auto& name) {
                 return name.find_first_of("*?[") != std::string::npos;
               });
  if (globs)
    findings.warning(functions.wish->origin,
                     "sriov.vfs: the virtual functions that it makes may match the group themselves, and with `count` "
                     "switch it off",
                     "Add kind = \"pf\" to the group's match.");
}

void attributes_of_none(const Draft& draft, Findings& findings) {
  auto functions = wished<std::uint64_t>(draft, "sriov.vfs");
  if (!functions || *functions.value != 0) return;
  std::string attributes;
  for (const auto& wish : draft.group.wishes)
    if (wish.row->table() == "sriov" && &wish != functions.wish)
      attributes += (attributes.empty() ? "" : ", ") + named(wish, functions.wish->origin);
  if (attributes.empty()) return;
  findings.warning(functions.wish->origin,
                   fmt::format("sriov.vfs: with 0 there is no virtual function for {}", attributes),
                   "Write how many there shall be, or leave those out.");
}

/// The kernel refuses such a pair since 5.19, its drivers before (rtnetlink: do_set_vf_rate).
void more_promised_than_allowed(const Draft& draft, Findings& findings) {
  auto least = wished<std::uint64_t>(draft, "sriov.min_rate");
  auto most = wished<std::uint64_t>(draft, "sriov.max_rate");
  if (!least || !most || *most.value == 0 || *least.value <= *most.value) return;
  findings.error(least.wish->origin,
                 fmt::format("sriov.min_rate: {} Mbit/s are promised, but {} allows {}", *least.value,
                             named(*most.wish, least.wish->origin), *most.value),
                 fmt::format("Write min_rate = {} or less.", *most.value));
}

}  // namespace

void lint_functions(const Draft& draft, Findings& findings) {
  for (auto* rule : {functions_match_too, attributes_of_none, more_promised_than_allowed}) rule(draft, findings);
}

}  // namespace roced::profile
