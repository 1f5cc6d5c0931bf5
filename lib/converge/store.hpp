#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/error.hpp"
#include "settings/setting.hpp"

namespace roced::converge {

/// A write that is about to be made.
struct Intent {
  const settings::Setting* setting = nullptr;
  std::optional<catalog::Value> from;  ///< the value before; nullopt where there was none to read
};

/// Where the values from before roced's first changes are kept, so that they can come back.
class Store {
 public:
  virtual ~Store() = default;
  /// Before the first write of a unit. What can't be kept isn't written. `last`: what a crash in the unit must not
  /// leave out.
  virtual kernel::Result<void> keep(const std::vector<Intent>& intents, const settings::LastWrites& last) = 0;
  /// After the unit.
  virtual void finished(const settings::LastWrites& last) = 0;
};

/// Keeps nothing: for a plan that is only shown, and for tests of other things.
class NoStore final : public Store {
 public:
  kernel::Result<void> keep(const std::vector<Intent>& /*intents*/, const settings::LastWrites& /*last*/) override {
    return {};
  }
  void finished(const settings::LastWrites& /*last*/) override {}
};

}  // namespace roced::converge
