#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

#include "agent/clock.hpp"

namespace roced::agent {

/// Keeps what a storm of news asks for again and again from taking more than a fifth of a CPU: afterwards it rests,
/// four times as long as it took of the CPU; waiting for a driver costs nothing. The first of them waits for nothing.
class Pace {
 public:
  Pace() = default;
  /// `least`: the pause after even the quickest.
  explicit Pace(std::chrono::microseconds least) : least_{least} {}

  template <typename Work>
  void run(Work work) {
    auto began = cpu_time();
    work();
    rest_ = std::max<std::chrono::microseconds>((cpu_time() - began) * rests, least_);
    next_ = Clock::now() + rest_;
  }

  /// How long it rested, or rests, after the last time.
  std::chrono::microseconds rest() const { return rest_; }

  /// Until it may be done again; zero: it may now.
  std::chrono::microseconds wait() const {
    return std::chrono::ceil<std::chrono::microseconds>(std::max(next_ - Clock::now(), Clock::duration{0}));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int rests = 4;
  static std::chrono::microseconds cpu_time() { return std::chrono::microseconds{usec_of(CLOCK_THREAD_CPUTIME_ID)}; }

  std::chrono::microseconds least_{}, rest_{};
  Clock::time_point next_{};
};

}  // namespace roced::agent
