#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "converge/convergence.hpp"
#include "converge/report.hpp"

namespace roced::agent {

/// Why something that was asked for isn't done.
struct Refusal {
  const char* name = nullptr;  ///< of the D-Bus error
  std::string text;
};

}  // namespace roced::agent

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
  virtual std::uint64_t paused_until_usec() const = 0;      ///< likewise; 0: not paused; all ones: until resume
  virtual std::uint64_t confirm_deadline_usec() const = 0;  ///< likewise; 0: nothing waits for a confirmation

  /// What a person asked for. It goes back unless it is confirmed within that time; 0: it stays.
  virtual std::optional<Refusal> apply(const converge::Ask& ask, std::chrono::microseconds confirm_within) = 0;
  virtual std::optional<Refusal> confirm() = 0;
  virtual std::optional<Refusal> revert() = 0;
  virtual std::optional<Refusal> restore() = 0;
  /// 0: until resume.
  virtual std::optional<Refusal> pause(std::chrono::microseconds duration) = 0;
  virtual std::optional<Refusal> resume() = 0;
  /// Reads the profile anew. What is wrong with it, where it isn't taken.
  virtual std::optional<std::string> reload() = 0;
};

}  // namespace roced::agent::bus
