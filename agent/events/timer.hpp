#pragma once

#include <chrono>
#include <ctime>
#include <functional>

#include "agent/handles.hpp"

namespace roced::agent {

/// A callback after a while, once a start. On a clock that nobody sets; nothing wakes while it isn't started.
class Timer {
 public:
  /// CLOCK_BOOTTIME goes on while the node is suspended.
  Timer(sd_event* event, std::function<void()> callback, clockid_t clock = CLOCK_MONOTONIC);

  /// From now; an earlier start is forgotten. Late by a sixteenth of the delay and a quarter of a second at most.
  void start(std::chrono::microseconds delay);
  /// As start, unless it runs already.
  void start_if_idle(std::chrono::microseconds delay);
  void stop();
  bool is_started() const;

 private:
  static int expired(sd_event_source* source, uint64_t when, void* self) noexcept;

  std::function<void()> callback_;
  EventSource source_;
};

}  // namespace roced::agent
