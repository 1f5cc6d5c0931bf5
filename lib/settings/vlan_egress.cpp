#include "settings/vlan_egress.hpp"

#include <fmt/format.h>

namespace roced::settings {
namespace {

/// What a VLAN does with the priorities that the profile names.
catalog::NumberMap named_part(const kernel::Link& vlan, const catalog::NumberMap& wanted) {
  catalog::NumberMap part;
  for (auto [priority, pcp] : wanted) {
    auto entry = vlan.egress.find(priority);
    part[priority] = entry == vlan.egress.end() ? 0 : entry->second;
  }
  return part;
}

}  // namespace

std::vector<const kernel::Link*> VlanEgress::vlans(const node::Children& children) const {
  std::vector<const kernel::Link*> found;
  for (const auto& child : children.all)
    if (child.netns.empty() && child.link.kind == "vlan" && child.link.parent == nic().ifindex)
      found.push_back(&child.link);
  return found;
}

Reading VlanEgress::look(node::Snapshot& now) const {
  const auto& children = now.children();
  if (!children) return Reading::from(children.error());
  auto links = vlans(*children);
  if (links.empty())
    return Reading::unsupported(fmt::format("{} has no VLAN link in this network namespace", nic().netdev));
  std::string others;
  for (const auto* vlan : links)
    if (auto part = named_part(*vlan, wanted()); part != wanted())
      others += fmt::format("{}{} {}", others.empty() ? "" : ", ", vlan->name, catalog::to_text(part));
  return others.empty() ? Reading::of(desired()) : Reading::of(others);
}

kernel::Result<Written> VlanEgress::write(node::Snapshot& now, Batch& batch) const {
  const auto& children = now.children();
  if (!children) return tl::unexpected{children.error()};
  std::map<std::uint32_t, std::uint32_t> egress;
  for (auto [priority, pcp] : wanted()) egress[priority] = static_cast<std::uint32_t>(pcp);
  for (const auto* vlan : vlans(*children))
    if (named_part(*vlan, wanted()) != wanted())
      if (auto done = batch.kernel().links().set_egress(vlan->ifindex, egress); !done)
        return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
