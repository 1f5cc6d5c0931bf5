#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "catalog/value.hpp"

/// The catalogue: one row a setting, data only. Profile checks, `rocectl explain` and the documentation come from it,
/// so that they can't disagree; so do the settings that are no more than a file with a number.
namespace roced::catalog {

enum class Scope { node, nic };

/// The shape of a value in the profile: one of `words`; a number from `least` to `most`; true or false; an array of
/// different numbers 0 to 7; a table of numbers up to `key_most` to numbers; an array of `size` numbers; a table of
/// numbers to rates ("100Gbit").
enum class Type { word, number, flag, priorities, map, numbers, rates };

/// What a change of it does to traffic. carrier: the link blinks; link: the physical link goes down and up.
enum class Disruption { none, carrier, link, reboot };

/// Which news from the kernel concern it. An event re-checks only the settings with its key.
enum class Event { none, link, dcb, rdma, address, netconf, routing };

/// How an interface's file and its `all` make the value that is in force (include/linux/inetdevice.h).
enum class Combine { alone, max };

struct Row {
  std::string_view name;  ///< the dotted key, the same everywhere: "dcb.pfc"
  Scope scope;
  Type type;
  std::span<const std::string_view> words{};  ///< for Type::word
  std::uint64_t least = 0, most = 0;          ///< of each number
  std::optional<std::uint64_t> also{};        ///< for Type::number: one more value, beyond `most`
  std::span<const std::uint64_t> among{};     ///< for Type::number: only these
  std::string_view measure{};                 ///< what the number counts ("bytes"), or is ("priority")
  std::string_view member = "priority";       ///< what the members of a set, or the keys of a table are: "DSCP"
  std::uint64_t key_least = 0, key_most = 7;  ///< of a table
  bool one_each = false;                      ///< of Type::numbers: one for each NIC of the group, in their order
  std::size_t size = 0;                       ///< for Type::numbers: how many; 0: any
  std::string_view unit{};                    ///< settings of one NIC with the same unit protect traffic only together
  Disruption disruption = Disruption::none;   ///< on hardware; the driver's own way may know better
  Event event = Event::none;
  bool ethernet = true;     ///< means something on an Ethernet port only
  std::string_view file{};  ///< a knob that is just a file: where, {} stands for the netdev
  std::string_view all{};   ///< the file whose value is combined with it
  Combine combine = Combine::alone;
  std::string_view where{};  ///< where it lives in the kernel
  std::string_view since{};  ///< the kernel that brought it
  std::string_view text{};   ///< what it is, in a sentence or two

  /// "dcb" of "dcb.pfc"; empty for "mtu".
  std::string_view table() const;
  /// "pfc" of "dcb.pfc".
  std::string_view key() const;
};

/// All rows, in the order in which drifted settings are written.
std::span<const Row> rows();

/// The row with that name, nullptr where there is none.
const Row* find(std::string_view name);

/// Whether a value has the shape that the row's settings can be written with. What is read may have another: a text
/// that tells several of them.
bool fits(const Row& row, const Value& value);

/// "none", "carrier", "link", "reboot".
std::string_view to_text(Disruption disruption);

}  // namespace roced::catalog
