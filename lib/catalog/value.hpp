#pragma once

#include <compare>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace roced::catalog {

/// A set of 802.1p priorities, 0 to 7, as DCB's bit maps hold them.
class Priorities {
 public:
  constexpr Priorities() = default;
  constexpr explicit Priorities(std::uint8_t bits) : bits_{bits} {}
  // Beware: Priorities{bits} with a variable would mean its members. Priorities(bits) is the bit map.
  constexpr Priorities(std::initializer_list<int> members) {
    for (int priority : members) insert(priority);
  }

  constexpr std::uint8_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(int priority) const { return (bits_ >> priority & 1) != 0; }
  constexpr void insert(int priority) { bits_ = static_cast<std::uint8_t>(bits_ | 1U << priority); }
  constexpr bool operator==(const Priorities&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

/// Number to number: DSCP to priority, traffic class to percent.
using NumberMap = std::map<std::uint32_t, std::uint64_t>;
/// In a NumberMap that shall come back: there was no such entry.
inline constexpr std::uint64_t no_entry = UINT64_MAX;

/// Numbers whose place counts: the traffic class of priority 0, 1, 2, …
using Numbers = std::vector<std::uint64_t>;

/// A rate of a link.
struct Rate {
  std::uint64_t kilobits = 0;  ///< a second; 0: no limit
  auto operator<=>(const Rate&) const = default;
};

/// Traffic class to rate.
using RateMap = std::map<std::uint32_t, Rate>;

/// What a setting can be, in canonical form: two values are the same setting if and only if they compare equal.
using Value = std::variant<bool, std::uint64_t, std::string, Priorities, NumberMap, Numbers, RateMap>;

/// As a person writes it: "true", "9000", "shared", "3 4" ("none" for no priority), "26=3 48=6" ("none" for an empty
/// map, "26=none" for no_entry), "0=100Gbit".
std::string to_text(const Value& value);

/// "100Gbit", as tc writes it; "unlimited" for 0.
std::string to_text(Rate rate);
/// Of a whole number and bit, Kbit, Mbit, Gbit or Tbit a second, or "unlimited"; nullopt: neither, or not whole
/// kilobits.
std::optional<Rate> parse_rate(std::string_view text);

}  // namespace roced::catalog
