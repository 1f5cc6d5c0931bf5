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
  std::optional<catalog::Priorities> priorities(std::string_view name, const Item& item) const;
  std::optional<catalog::DscpMap> dscp_map(std::string_view name, const Item& item) const;
  std::optional<std::uint8_t> priority(std::string_view name, const Item& item) const;
  /// Says that the value is of the wrong type.
  std::nullopt_t not_a(std::string_view what, std::string_view name, const Item& item) const;

  Findings& findings_;
};

/// A DSCP as a key: plain decimal, 0 to 63.
std::optional<std::uint8_t> parse_dscp(std::string_view key);

}  // namespace roced::profile
