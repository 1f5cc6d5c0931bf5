#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <variant>

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

/// DSCP (0 to 63) to priority (0 to 7).
using DscpMap = std::map<std::uint8_t, std::uint8_t>;

/// What a setting can be, in canonical form: two values are the same setting if and only if they compare equal.
using Value = std::variant<bool, std::uint64_t, std::string, Priorities, DscpMap>;

/// As a person writes it: "true", "9000", "shared", "3 4" ("none" for no priority), "26=3 48=6" ("none" for an empty
/// map).
std::string to_text(const Value& value);

}  // namespace roced::catalog
