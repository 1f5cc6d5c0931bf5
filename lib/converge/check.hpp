#pragma once

#include <optional>
#include <string>

#include "node/snapshot.hpp"
#include "settings/setting.hpp"

namespace roced::converge {

/// What a look at one setting found.
struct Finding {
  settings::Reading reading;
  settings::State state = settings::State::unknown;
  std::string cause;
  std::optional<node::Problem> remark;  ///< what a person should know all the same
  bool writable = false;                ///< drifted, and nothing in the setting itself speaks against writing it
  bool person_may_try = false;          ///< not writable, but a person may ask for it all the same
  bool busy = false;                    ///< held by who uses the NIC, of whose end nobody tells

  /// The value that was read, in words; empty where there was none.
  std::string actual() const;
  /// The value that was read; nullopt where there was none.
  std::optional<catalog::Value> value() const;
  bool in_sync() const { return state == settings::State::in_sync; }
};

/// Reads one setting and compares. Never writes.
Finding check(const settings::Setting& setting, node::Snapshot& now);

}  // namespace roced::converge
