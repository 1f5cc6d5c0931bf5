#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/upkeep.hpp"
#include "profile/load.hpp"

namespace roced::ctl {

/// FILE and its drop-ins; the installed profile where `file` is empty.
profile::Sources sources(const std::string& file);

/// This node under a profile, as it is now. Writes nothing.
class Look {
 public:
  /// Null where the profile has errors. Errors and warnings are said on standard error.
  static std::unique_ptr<Look> at_node(const std::string& file);

  agent::Upkeep& upkeep() { return upkeep_; }

 private:
  explicit Look(profile::Profile profile);

  kernel::Kernel kernel_;
  converge::NoStore store_;
  agent::Upkeep upkeep_;
};

}  // namespace roced::ctl
