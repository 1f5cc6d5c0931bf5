#include "settings/gid_room.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace roced::settings {
namespace {

// A child's IPv4 address and its link-local IPv6 one, each for RoCE v1 and v2.
constexpr std::size_t entries_of_child = 4;

/// Nine tenths of it are taken.
bool nearly(std::size_t used, std::size_t size) { return used * 10 >= size * 9; }

std::string without_entry(const kernel::GidTable& table, const std::vector<const node::Child*>& children) {
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t count = 0;
  for (const auto* child : children)
    if (child->netns.empty() && !table.by_netdev.contains(child->link.ifindex) && ++count <= most)
      text += (text.empty() ? "" : ", ") + child->link.name;
  if (count > most) text += fmt::format(" and {} more", count - most);
  return text;
}

}  // namespace

std::optional<node::Problem> gid_room(const node::Nic& nic, node::Snapshot& now) {
  const auto& all = now.children();
  if (nic.rdma_device.empty() || !all) return {};
  std::vector<const node::Child*> children;
  for (const auto& child : all->all)
    if (child.link.parent == nic.ifindex) children.push_back(&child);
  const auto& slots = now.list(fmt::format("/sys/class/infiniband/{}/ports/{}/gids", nic.rdma_device, nic.port));
  if (!slots || !nearly((children.size() + 1) * entries_of_child, slots->size())) return {};
  const auto& table = now.gids(nic.rdma_device, nic.port);
  if (!table || !nearly(table->used, table->size)) return {};
  auto text =
      fmt::format("GID table {}: {} of {} entries of {} port {} are taken, {} macvlan and VLAN children lie on {}",
                  table->used >= table->size ? "full" : "nearly full", table->used, table->size, nic.rdma_device,
                  nic.port, children.size(), nic.netdev);
  auto lacking = without_entry(*table, children);
  if (!lacking.empty()) text += fmt::format("; without an entry: {}", lacking);
  text +=
      ". A pod beyond it gets no RoCE address: put fewer pods here, or switch IPv6 off on the children (half the "
      "entries)";
  bool full = table->used >= table->size;
  return node::Problem{full ? profile::Severity::error : profile::Severity::warning, "gid-table-full", text};
}

}  // namespace roced::settings
