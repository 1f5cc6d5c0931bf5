#include "survey/alike.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "node/matching.hpp"
#include "survey/worth.hpp"

namespace roced::survey {
namespace {

using Strings = std::vector<std::string>;
using profile::Match;

/// A group's name takes letters, digits, '_' and '-'.
std::string name_of(const node::Nic& nic) {
  auto name = nic.driver.empty() ? std::string{"nics"} : nic.driver;
  for (char& each : name) {
    bool good = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
    if (!good) each = '_';
  }
  return name;
}

/// "rails" where there's one kind of hardware, else the driver's name; a number where several are alike but for values.
void name_all(std::vector<Alike>& groups) {
  bool one_kind =
      std::all_of(groups.begin(), groups.end(), [&](const Alike& each) { return each.same_hardware(groups.front()); });
  std::map<std::string, unsigned> used;
  for (auto& group : groups) {
    auto name = one_kind ? std::string{"rails"} : name_of(group.first());
    auto number = ++used[name];
    group.name = number == 1 ? name : fmt::format("{}-{}", name, number);
  }
}

Strings each_of(const std::vector<node::Nic>& nics, std::string node::Nic::*member) {
  Strings texts;
  for (const auto& nic : nics) texts.push_back(nic.*member);
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

/// A pattern (fnmatch) that means just this name. TOML can't hold every byte that a name can: one that isn't ASCII may
/// be any.
std::string pattern_of(const std::string& name) {
  std::string pattern;
  for (char each : name) {
    if (std::string_view{"*?[\\"}.find(each) != std::string_view::npos) pattern += '\\';
    pattern += static_cast<unsigned char>(each) < 0x80 ? each : '?';
  }
  return pattern;
}

/// The ways to say which NICs are meant, from what still holds when one is replaced to what holds today.
std::vector<Match> ways_of(const Alike& group) {
  const auto& nic = group.first();
  std::string kind{to_text(nic.kind)}, layer{to_text(nic.link_layer)};
  std::vector<Match> ways;
  if (!nic.driver.empty()) {
    ways.push_back({.driver = {nic.driver}});
    ways.push_back({.driver = {nic.driver}, .kind = {kind}});
    ways.push_back({.driver = {nic.driver}, .link_layer = {layer}});
    ways.push_back({.driver = {nic.driver}, .kind = {kind}, .link_layer = {layer}});
  }
  if (!nic.pci.empty()) ways.push_back({.pci = each_of(group.nics, &node::Nic::pci)});
  auto names = each_of(group.nics, &node::Nic::netdev);
  std::transform(names.begin(), names.end(), names.begin(), pattern_of);
  ways.push_back({.ifname = std::move(names)});
  return ways;
}

bool means_just(const Match& match, const Alike& group, const node::Node& node) {
  profile::Profile profile;
  profile.groups.push_back({.name = group.name, .match = match});
  auto matching = node::match(profile, node);
  return std::equal(matching.members.begin(), matching.members.end(), group.nics.begin(), group.nics.end(),
                    [](const node::Member& member, const node::Nic& nic) { return member.nic.name == nic.name; });
}

profile::Item item_of(const Strings& texts) {
  if (texts.size() == 1) return {{}, {}, texts.front()};
  profile::Array array;
  for (const auto& text : texts) array.push_back({{}, {}, text});
  return {{}, {}, std::move(array)};
}

}  // namespace

bool Alike::same_hardware(const Alike& other) const {
  return first().driver == other.first().driver && first().kind == other.first().kind;
}

std::vector<Alike> groups_of(node::Snapshot& now, const std::vector<node::Nic>& nics) {
  std::vector<Alike> groups;
  for (const auto& nic : nics) {
    Alike one{{}, {nic}, facts_of(now, nic), {}};
    one.said = worth_saying(one.facts.values);
    auto same = std::find_if(groups.begin(), groups.end(), [&](const Alike& each) {
      return each.same_hardware(one) && each.said == one.said && each.facts.odd == one.facts.odd;
    });
    if (same == groups.end())
      groups.push_back(std::move(one));
    else
      same->nics.push_back(nic);
  }
  // The many first: it is the others that differ.
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Alike& a, const Alike& b) { return a.nics.size() > b.nics.size(); });
  name_all(groups);
  return groups;
}

profile::Table match_of(const Alike& group, const node::Node& node) {
  auto ways = ways_of(group);
  auto way = std::find_if(ways.begin(), ways.end(), [&](const Match& each) { return means_just(each, group, node); });
  const auto& match = way == ways.end() ? ways.back() : *way;
  profile::Table table;
  auto add = [&](const char* key, const Strings& texts) {
    if (!texts.empty()) table.emplace(key, item_of(texts));
  };
  add("driver", match.driver);
  add("kind", match.kind);
  add("link_layer", match.link_layer);
  add("pci", match.pci);
  add("ifname", match.ifname);
  return table;
}

}  // namespace roced::survey
