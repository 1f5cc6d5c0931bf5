#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profile/profile.hpp"

namespace roced::profile {

/// Sorts keys as a person does: 9 before 26, all else by its bytes.
struct KeyOrder {
  using is_transparent = void;
  bool operator()(std::string_view left, std::string_view right) const;
};

struct Item;
using Array = std::vector<Item>;
using Table = std::map<std::string, Item, KeyOrder>;

/// A float, a date or a time: no key of a profile takes one.
struct Other {
  std::string text;
};

/// A value of a TOML file, and where it stands there.
struct Item {
  Origin key;     ///< of its key; nowhere for an element of an array
  Origin origin;  ///< of the value itself
  std::variant<bool, std::int64_t, std::string, Array, Table, Other> value;

  template <typename T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

/// A setting's value as a profile says it, of no origin.
Item item_of(const catalog::Value& value);

/// The value at a dotted key, nullptr where there is none.
const Item* find(const Table& table, std::string_view dotted);

/// The table at a dotted key, an empty one where there is none.
const Table& table_at(const Table& table, std::string_view dotted);

/// Puts a value at a dotted key; tables on the way come by themselves.
void put(Table& table, std::string_view dotted, Item item);

/// The same without the value; whether it was there. A table that loses its last key stays.
bool erase(Table& table, std::string_view dotted);

}  // namespace roced::profile
