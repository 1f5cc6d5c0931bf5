#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "converge/report.hpp"
#include "settings/reading.hpp"

namespace roced::history {

/// Something that roced told the journal.
struct Entry {
  /// Of a setting: repaired, returned (to a value from before), or how it stands now; of the node: a problem; or that a
  /// profile was taken.
  enum class Kind { repaired, returned, stands, problem, profile };

  converge::Time time;  ///< when journald took it, in microseconds
  std::string boot;     ///< the boot's id, 32 hexadecimal digits
  Kind kind = Kind::stands;
  std::map<std::string, std::string, std::less<>> fields;  ///< as in the journal, by name

  /// A field's text; empty where the entry has none.
  const std::string& operator[](std::string_view name) const;
  bool of_setting() const { return kind != Kind::problem && kind != Kind::profile; }
};

/// What an entry with this MESSAGE_ID tells; nullopt for another's.
std::optional<Entry::Kind> kind_of(std::string_view message_id);

/// What happened, in one word, the same in every output: "repaired", "returned", "error", "warning", "profile", else
/// the state that a setting came into: "held".
std::string_view event_of(const Entry& entry);

/// How bad that is.
settings::State state_of(const Entry& entry);

}  // namespace roced::history
