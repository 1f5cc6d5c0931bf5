#include "settings/children.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "settings/gid_room.hpp"

namespace roced::settings {
namespace {

std::string list(const std::vector<node::Child>& children) {
  constexpr std::size_t most = 4;  // a node may run hundreds of pods: the report names a few and counts the rest
  std::string text;
  for (std::size_t i = 0; i < std::min(children.size(), most); ++i) {
    const auto& [link, netns] = children[i];
    text +=
        fmt::format("{}{} {}{}", i == 0 ? "" : ", ", link.name, link.mtu, netns.empty() ? "" : " in netns " + netns);
  }
  if (children.size() > most) text += fmt::format(" and {} more", children.size() - most);
  return text;
}

std::vector<node::Child> joined(std::vector<node::Child> first, std::vector<node::Child> second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return first;
}

}  // namespace

kernel::Result<unsigned> Children::wanted(node::Snapshot& now) const {
  if (parent_mtu_) return *parent_mtu_;
  const auto& parent = now.link(nic().ifindex);
  if (!parent) return tl::unexpected{parent.error()};
  return parent->mtu;
}

std::vector<node::Child> Children::below(const node::Children& children, unsigned mtu, bool here) const {
  std::vector<node::Child> found;
  std::copy_if(children.all.begin(), children.all.end(), std::back_inserter(found), [&](const node::Child& child) {
    return child.link.parent == nic().ifindex && child.link.mtu < mtu && child.netns.empty() == here;
  });
  return found;
}

Reading Children::look(node::Snapshot& now) const {
  if (desired() == catalog::Value{std::string{"leave"}}) return Reading::of(desired());
  auto mtu = wanted(now);
  if (!mtu) return Reading::unknown(mtu.error().text());
  const auto& children = now.children();
  if (!children) return Reading::from(children.error());
  auto small = joined(below(*children, *mtu, true), below(*children, *mtu, false));
  if (!small.empty()) return Reading::of(list(small));
  if (!children->blind.empty())
    return Reading::unknown(fmt::format("{} network namespaces can't be looked into: {}", children->blind.size(),
                                        children->blind.front().text()));
  return Reading::of(desired());
}

std::optional<Obstacle> Children::obstacle(node::Snapshot& now, const catalog::Value& /*actual*/) const {
  auto mtu = wanted(now);
  const auto& children = now.children();
  if (!mtu || !children) return {};
  auto here = below(*children, *mtu, true);
  if (!follows())
    return Obstacle{State::drifted,
                    fmt::format("below their parent's {}; only reported (children = \"report\"). Raise them where "
                                "they are, or say children = \"follow\"",
                                *mtu)};
  if (here.empty())
    return Obstacle{State::drifted, fmt::format("{}: below their parent's {}; roced doesn't write in other network "
                                                "namespaces: raise them there, or start their pods anew",
                                                list(below(*children, *mtu, false)), *mtu)};
  return {};
}

/// Two macvlans with one MAC address on one parent: frames go to one of them by turns.
std::optional<node::Problem> Children::remark(node::Snapshot& now) const {
  if (desired() == catalog::Value{std::string{"leave"}}) return {};
  const auto& children = now.children();
  if (!children) return {};
  std::map<std::string_view, const node::Child*> seen;
  for (const auto& child : children->all) {
    if (child.link.parent != nic().ifindex || child.link.kind != "macvlan" || child.link.address.empty()) continue;
    auto [first, added] = seen.try_emplace(child.link.address, &child);
    if (added) continue;
    auto place = [](const node::Child& each) {
      return each.netns.empty() ? each.link.name : fmt::format("{} in netns {}", each.link.name, each.netns);
    };
    return node::Problem{
        profile::Severity::error, "duplicate-mac",
        fmt::format("{}: two macvlans have the MAC address {}: {} and {}. Traffic reaches one of them by "
                    "turns: start one of their pods anew",
                    nic().netdev, child.link.address, place(*first->second), place(child))};
  }
  return gid_room(nic(), now);
}

kernel::Result<Written> Children::write(node::Snapshot& now, Batch& batch) const {
  auto mtu = wanted(now);
  if (!mtu) return tl::unexpected{mtu.error()};
  const auto& children = now.children();
  if (!children) return tl::unexpected{children.error()};
  for (const auto& child : below(*children, *mtu, true))
    if (auto done = batch.kernel().links().set_mtu(child.link.ifindex, *mtu); !done && done.error().code != ENODEV)
      return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
