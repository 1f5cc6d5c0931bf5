#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "profile/profile.hpp"

namespace roced::converge {

/// Keeps repairs of one setting from becoming a fight with whoever else writes it: past the profile's limit it is left
/// for a pause that doubles each time.
class Contention {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Contention(const profile::Repair& limits, Clock::time_point (*clock)() = Clock::now)
      : limits_{limits}, clock_{clock} {}

  /// Nothing: it may be repaired. Else since how long and until when it is contended. `flaps`: a repair takes the link
  /// down.
  std::optional<std::string> contended(const std::string& setting, bool flaps);
  void repaired(const std::string& setting);
  /// A person's word, or the first convergence after a start, begins anew.
  void forgive(const std::string& setting) { fights_.erase(setting); }
  /// What was fought over before, under these limits.
  void inherit(const Contention& before) { fights_ = before.fights_; }
  /// When the next contended setting may be tried again.
  std::optional<Clock::time_point> next() const;

 private:
  struct Fight {
    std::deque<Clock::time_point> repairs;
    Clock::time_point until{};
    std::chrono::seconds pause{0};
  };
  profile::Repair limits_;
  Clock::time_point (*clock_)();
  std::map<std::string, Fight> fights_;
};

}  // namespace roced::converge
