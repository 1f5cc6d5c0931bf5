#include "survey/facts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "settings/make.hpp"

namespace roced::survey {
namespace {

using catalog::Row;
using catalog::Type;
using catalog::Value;

/// Not what the node has, but what a profile makes of it: a check, what becomes of children and of other DCB entries.
constexpr std::array<std::string_view, 3> policies{"link_layer", "children", "dcb.exact"};

constexpr std::uint32_t most_keys = 64;
constexpr std::uint32_t roce_port = 4791;

/// A map that names all keys there can be, since a setting reads those alone that its wish names; of UDP ports RoCE's.
template <typename Map>
Map every_key(const Row& row) {
  Map map;
  if (row.key_most >= most_keys) return {{roce_port, {}}};
  for (auto key = row.key_least; key <= row.key_most; ++key) map[static_cast<std::uint32_t>(key)] = {};
  return map;
}

/// The map of the first VLAN on the NIC: whether the others have the same, the setting tells.
catalog::NumberMap egress_of(node::Snapshot& now, const node::Nic& nic) {
  catalog::NumberMap map;
  const auto& children = now.children();
  if (!children) return map;
  const auto& all = children->all;
  auto vlan = std::find_if(all.begin(), all.end(), [&](const node::Child& child) {
    return child.netns.empty() && child.link.kind == "vlan" && child.link.parent == nic.ifindex;
  });
  if (vlan == all.end()) return map;
  for (auto [priority, pcp] : vlan->link.egress) map[priority] = pcp;
  return map;
}

/// A wish that makes the setting read as much as it can.
Value probe(node::Snapshot& now, const Row& row, const std::optional<node::Nic>& nic) {
  switch (row.type) {
    case Type::word:
      return std::string{row.words.front()};
    case Type::number:
      return row.least;
    case Type::flag:
      return false;
    case Type::priorities:
      return catalog::Priorities{};
    case Type::map:
      if (row.name == "vlan.egress") return egress_of(now, *nic);
      return every_key<catalog::NumberMap>(row);
    case Type::numbers:
      return catalog::Numbers{};
    case Type::rates:
      return every_key<catalog::RateMap>(row);
  }
  return {};
}

/// Whether a profile can ask for it.
bool can_be_wished(const Row& row, const Value& value) {
  const auto* number = std::get_if<std::uint64_t>(&value);
  return catalog::fits(row, value) &&
         (number == nullptr || (*number >= row.least && *number <= row.most) || row.also == *number);
}

}  // namespace

Facts facts_of(node::Snapshot& now, const std::optional<node::Nic>& nic) {
  profile::Profile profile;
  profile::Group group;
  auto scope = nic ? catalog::Scope::nic : catalog::Scope::node;
  auto& wishes = nic ? group.wishes : profile.node;
  for (const auto& row : catalog::rows())
    if (row.scope == scope && std::find(policies.begin(), policies.end(), row.name) == policies.end())
      wishes.push_back({&row, probe(now, row, nic), {}, false});
  node::Matching matching;
  if (nic) matching.members.push_back({&group, *nic, {}});

  Facts facts;
  for (const auto& setting : settings::make(profile, matching)) {
    const auto& row = setting->row();
    auto reading = setting->read(now);
    if (reading.kind == settings::Reading::Kind::unknown)
      facts.unknown[row.name] = std::move(reading.reason);
    else if (reading.kind == settings::Reading::Kind::value && can_be_wished(row, reading.value))
      facts.values[row.name] = std::move(reading.value);
    else if (reading.kind == settings::Reading::Kind::value && row.type != Type::number)
      facts.odd[row.name] = to_text(reading.value);
  }
  return facts;
}

}  // namespace roced::survey
