#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "profile/findings.hpp"
#include "profile/tree.hpp"

namespace roced::profile {

/// What a number may be.
struct Range {
  std::uint64_t least = 0, most = 0;
  std::optional<std::uint64_t> also{};
  std::string_view measure{};
  std::span<const std::uint64_t> among{};  ///< only these
};

/// Reads single values. `name` is what messages call the key; what is wrong with a value is said in `findings`.
class Values {
 public:
  explicit Values(Findings& findings) : findings_{findings} {}

  std::optional<catalog::Value> of_row(const catalog::Row& row, const Item& item) const;

  std::optional<std::string> word(std::string_view name, const Item& item,
                                  std::span<const std::string_view> words) const;
  std::optional<std::uint64_t> number(std::string_view name, const Item& item, const Range& range) const;
  std::optional<bool> flag(std::string_view name, const Item& item) const;
  std::optional<std::chrono::seconds> duration(std::string_view name, const Item& item,
                                               std::chrono::seconds least) const;
  /// A string or an array of strings, none of them empty. Empty where something is wrong.
  std::vector<const Item*> strings(std::string_view name, const Item& item) const;

 private:
  std::optional<catalog::Priorities> priorities(const catalog::Row& row, const Item& item) const;
  std::optional<catalog::NumberMap> map(const catalog::Row& row, const Item& item) const;
  std::optional<catalog::RateMap> rates(const catalog::Row& row, const Item& item) const;
  std::optional<catalog::Numbers> numbers(const catalog::Row& row, const Item& item) const;
  std::optional<std::uint64_t> element(const catalog::Row& row, std::string_view name, const Item& item) const;
  std::optional<std::uint64_t> named_number(std::string_view what, std::uint64_t most, std::string_view name,
                                            const Item& item) const;
  /// Calls `one` with each key, as a number, and its value; whether all keys were good.
  template <typename One>
  bool each_entry(const catalog::Row& row, const Table& table, One one) const;
  /// Says that the value is of the wrong type.
  std::nullopt_t not_a(std::string_view what, std::string_view name, const Item& item) const;

  Findings& findings_;
};

/// A number as a key: plain decimal, without leading zeros.
std::optional<std::uint32_t> parse_key(std::string_view key, std::uint64_t least, std::uint64_t most);

}  // namespace roced::profile
