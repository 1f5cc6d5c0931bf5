#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "converge/convergence.hpp"
#include "converge/report.hpp"

namespace roced::agent::bus {

/// What the bus objects show and ask for: the daemon, as they see it.
class Host {
 public:
  virtual ~Host() = default;

  /// As of the last look; cheap.
  virtual const converge::Report& report() const = 0;
  virtual std::uint64_t last_check_usec() const = 0;   ///< CLOCK_REALTIME; 0: never
  virtual std::uint64_t last_repair_usec() const = 0;  ///< likewise
  /// Whether a profile is in force. Without one nothing can be applied.
  virtual bool has_profile() const = 0;
  virtual bool has_subject(const std::string& name) const = 0;

  /// Looks at the whole node, and repairs as the profile allows; at most once a second.
  virtual void check() = 0;
  /// What a person asked for.
  virtual void apply(const converge::Ask& ask) = 0;
  /// Reads the profile anew. What is wrong with it, where it isn't taken.
  virtual std::optional<std::string> reload() = 0;
};

}  // namespace roced::agent::bus
