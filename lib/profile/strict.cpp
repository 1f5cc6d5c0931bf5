#include "profile/strict.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "catalog/catalog.hpp"
#include "profile/nearest.hpp"
#include "profile/text.hpp"
#include "profile/vocabulary.hpp"

namespace roced::profile {
namespace {

/// "[nic.rails.dcb]"
std::string name_of(std::string_view table) {
  return table.empty() ? "the top table" : fmt::format("[{}]", shown(table));
}

std::string below(std::string_view table, std::string_view key) {
  return table.empty() ? std::string{key} : fmt::format("{}.{}", table, key);
}

/// What a key that isn't known may have been meant to be: a key of this table, or a setting by its last name.
std::string guess(std::string_view key, const Place& place) {
  auto candidates = place.known();
  if (auto near = did_you_mean(key, candidates); !near.empty()) return near;
  auto rows = catalog::rows();
  auto row = std::find_if(rows.begin(), rows.end(), [&](const catalog::Row& each) {
    return each.scope == catalog::Scope::nic && each.key() == key && place.keys.contains(each.table());
  });
  return row == rows.end() ? std::string{} : fmt::format("; did you mean '{}'?", row->name);
}

void check_table(const Table& table, const Place& place, const std::string& path, Findings& findings) {
  for (const auto& [key, item] : table) {
    const auto* inner_place = place.at(key);
    if (inner_place == nullptr) {
      findings.error(item.key, fmt::format("unknown key '{}' in {}{}", shown(key), name_of(path), guess(key, place)));
      continue;
    }
    if (inner_place->value) continue;
    auto inner_path = below(path, key);
    if (const auto* inner = item.as<Table>())
      check_table(*inner, *inner_place, inner_path, findings);
    else
      findings.error(item.origin, fmt::format("{} must be a table, not {}", shown(inner_path), described(item)));
  }
}

void check_name(const Item& name, const Place& place, const std::string& path, Findings& findings) {
  const auto* text = name.as<std::string>();
  if (text == nullptr) {
    findings.error(name.origin, fmt::format("unset: must be an array of keys, not {}", described(name)));
    return;
  }
  std::string_view rest{*text};
  std::string at = path;
  for (const auto* here = &place;;) {
    auto dot = rest.find('.');
    auto key = rest.substr(0, dot);
    const auto* next = here->at(key);
    if (next == nullptr || key.empty()) {
      findings.error(name.origin,
                     fmt::format("unset: unknown key '{}' in {}{}", shown(key), name_of(at), guess(key, *here)));
      return;
    }
    if (dot == std::string_view::npos) return;
    at = below(at, key);
    here = next;
    rest.remove_prefix(dot + 1);
  }
}

void check_unset_of(const Table& table, const Place& place, const std::string& path, Findings& findings) {
  for (const auto& [key, item] : table) {
    if (key == "unset") {
      const auto* names = item.as<Array>();
      if (names == nullptr)
        findings.error(item.origin, fmt::format("unset: must be an array of keys, not {}", described(item)));
      else
        for (const auto& name : *names) check_name(name, place, path, findings);
      continue;
    }
    const auto* inner_place = place.at(key);
    const auto* inner = item.as<Table>();
    if (inner_place != nullptr && inner != nullptr) check_unset_of(*inner, *inner_place, below(path, key), findings);
  }
}

}  // namespace

void check_keys(const Table& merged, Findings& findings) { check_table(merged, vocabulary(), {}, findings); }

void check_unset(const Table& file, Findings& findings) { check_unset_of(file, vocabulary(), {}, findings); }

}  // namespace roced::profile
