#include "profile/tree.hpp"

#include <algorithm>
#include <utility>

namespace roced::profile {
namespace {

bool is_number(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char each) { return each >= '0' && each <= '9'; });
}

/// The first name of a dotted key, and what comes after its dot.
std::pair<std::string_view, std::string_view> first_of(std::string_view dotted) {
  auto dot = dotted.find('.');
  if (dot == std::string_view::npos) return {dotted, {}};
  return {dotted.substr(0, dot), dotted.substr(dot + 1)};
}

struct AsItem {
  Item operator()(bool flag) const { return {{}, {}, flag}; }
  Item operator()(std::uint64_t number) const { return {{}, {}, static_cast<std::int64_t>(number)}; }
  Item operator()(const std::string& word) const { return {{}, {}, word}; }
  Item operator()(const catalog::Priorities& set) const {
    Array members;
    for (int priority = 0; priority < 8; ++priority)
      if (set.contains(priority)) members.push_back({{}, {}, std::int64_t{priority}});
    return {{}, {}, std::move(members)};
  }
  Item operator()(const catalog::Numbers& numbers) const {
    Array array;
    for (auto number : numbers) array.push_back((*this)(number));
    return {{}, {}, std::move(array)};
  }
  Item operator()(const catalog::NumberMap& map) const { return table(map); }
  Item operator()(const catalog::RateMap& map) const { return table(map); }
  Item operator()(catalog::Rate rate) const { return (*this)(catalog::to_text(rate)); }

 private:
  template <typename Map>
  Item table(const Map& map) const {
    Table table;
    for (const auto& [key, value] : map) table.emplace(std::to_string(key), (*this)(value));
    return {{}, {}, std::move(table)};
  }
};

}  // namespace

Item item_of(const catalog::Value& value) { return std::visit(AsItem{}, value); }

bool KeyOrder::operator()(std::string_view left, std::string_view right) const {
  if (is_number(left) && is_number(right) && left.size() != right.size()) return left.size() < right.size();
  return left < right;
}

const Item* find(const Table& table, std::string_view dotted) {
  auto [name, rest] = first_of(dotted);
  auto at = table.find(name);
  if (at == table.end()) return nullptr;
  if (rest.empty()) return &at->second;
  const auto* inner = at->second.as<Table>();
  return inner == nullptr ? nullptr : find(*inner, rest);
}

const Table& table_at(const Table& table, std::string_view dotted) {
  static const Table none;
  const auto* item = find(table, dotted);
  const auto* found = item == nullptr ? nullptr : item->as<Table>();
  return found == nullptr ? none : *found;
}

void put(Table& table, std::string_view dotted, Item item) {
  auto [name, rest] = first_of(dotted);
  if (rest.empty()) {
    table.insert_or_assign(std::string{name}, std::move(item));
    return;
  }
  auto& inner = table.try_emplace(std::string{name}, Item{item.key, item.origin, Table{}}).first->second;
  if (inner.as<Table>() == nullptr) inner.value = Table{};
  put(std::get<Table>(inner.value), rest, std::move(item));
}

bool erase(Table& table, std::string_view dotted) {
  auto [name, rest] = first_of(dotted);
  auto at = table.find(name);
  if (at == table.end()) return false;
  if (rest.empty()) {
    table.erase(at);
    return true;
  }
  auto* inner = std::get_if<Table>(&at->second.value);
  return inner != nullptr && erase(*inner, rest);
}

}  // namespace roced::profile
