#pragma once

#include <algorithm>
#include <chrono>

namespace roced::agent {

/// Keeps what a storm of news asks for again and again from taking more than a tenth of the time. The first of them
/// waits for nothing.
class Pace {
 public:
  /// `least`: the pause after even the quickest.
  explicit Pace(std::chrono::microseconds least) : least_{least} {}

  template <typename Work>
  void run(Work work) {
    auto began = Clock::now();
    work();
    auto ended = Clock::now();
    next_ = ended + std::clamp<Clock::duration>((ended - began) * share, least_, std::max(longest, least_));
  }

  /// Until it may be done again; zero: it may now.
  std::chrono::microseconds wait() const {
    return std::chrono::ceil<std::chrono::microseconds>(std::max(next_ - Clock::now(), Clock::duration{0}));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int share = 9;
  static constexpr std::chrono::microseconds longest{1'000'000};  ///< after one that waited for a driver

  std::chrono::microseconds least_;
  Clock::time_point next_{};
};

}  // namespace roced::agent
