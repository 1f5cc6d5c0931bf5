#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "catalog/value.hpp"
#include "kernel/error.hpp"

namespace roced::settings {

/// How a setting stands, from best to worst: a whole is as bad as the worst of its parts.
enum class State {
  in_sync,
  unknown,          ///< it couldn't be read, or not from here
  unsupported,      ///< this node has no such knob
  pending_restart,  ///< written; a daemon must restart for it
  pending_reboot,   ///< written; the next boot brings it
  held,             ///< roced could write but must not now
  drifted,
  contended,  ///< somebody keeps changing it back
  failed,
};

/// "in-sync", "pending-reboot", …
std::string_view to_text(State state);
std::optional<State> state_from_text(std::string_view text);

/// What the node says of a setting: a value; or that it has none, with why; or that it couldn't be read, with why.
struct Reading {
  enum class Kind { value, unsupported, unknown };
  Kind kind = Kind::unknown;
  catalog::Value value;
  std::string reason;

  static Reading of(catalog::Value value) { return {Kind::value, std::move(value), {}}; }
  static Reading unsupported(std::string reason) { return {Kind::unsupported, {}, std::move(reason)}; }
  static Reading unknown(std::string reason) { return {Kind::unknown, {}, std::move(reason)}; }
  /// EOPNOTSUPP and ENOENT say that there is no such knob; any other error, that it couldn't be read.
  static Reading from(const kernel::Error& error);
};

/// Why a setting that isn't as wished isn't written.
struct Obstacle {
  State state = State::failed;
  std::string cause;
  bool person_may_try = false;  ///< writing is tried all the same when a person asks for it
  bool busy = false;            ///< it is who uses the NIC, of whose end nobody tells
};

/// When a successful write takes effect.
enum class Completion { now, at_restart, at_reboot };

struct Written {
  Completion completion = Completion::now;
  std::string cause;  ///< why not now
};

}  // namespace roced::settings
