#include <array>
#include <utility>

#include <fmt/format.h>

#include "profile/decode.hpp"
#include "profile/values.hpp"

namespace roced::profile {
namespace {

constexpr std::array<std::string_view, 2> modes{"observe", "enforce"};

/// The value as it was written, or where there are several ways to write it, in one of them.
Item canonical_item(const Item& item, const catalog::Value& value) {
  if (!std::holds_alternative<catalog::Priorities>(value)) return item;
  return {item.key, item.origin, item_of(value).value};
}

/// No entry in the map: nothing to compare, no wish.
bool says_nothing(const catalog::Value& value) {
  const auto* map = std::get_if<catalog::NumberMap>(&value);
  const auto* rates = std::get_if<catalog::RateMap>(&value);
  return (map != nullptr && map->empty()) || (rates != nullptr && rates->empty());
}

}  // namespace

std::vector<Wish> decode_wishes(const Table& table, catalog::Scope scope, std::string_view prefix, Table& canonical,
                                Findings& findings) {
  std::vector<Wish> found;
  for (const auto& row : catalog::rows()) {
    const auto* item = row.scope == scope ? find(table, row.name) : nullptr;
    if (item == nullptr) continue;
    auto value = Values{findings}.of_row(row, *item);
    if (!value || says_nothing(*value)) continue;
    put(canonical, fmt::format("{}{}", prefix, row.name), canonical_item(*item, *value));
    found.push_back({&row, std::move(*value), item->key, false});
  }
  return found;
}

std::optional<Mode> decode_mode(const Item& item, Findings& findings) {
  auto word = Values{findings}.word("mode", item, modes);
  if (!word) return std::nullopt;
  return *word == "enforce" ? Mode::enforce : Mode::observe;
}

}  // namespace roced::profile
