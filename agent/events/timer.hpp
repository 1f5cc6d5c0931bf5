#pragma once

#include <chrono>
#include <functional>

#include "agent/handles.hpp"

namespace roced::agent {

/// A callback after a while, once a start. On the monotonic clock; nothing wakes while it isn't started.
class Timer {
 public:
  Timer(sd_event* event, std::function<void()> callback);

  /// From now; an earlier start is forgotten.
  void start(std::chrono::microseconds delay);
  /// As start, unless it runs already.
  void start_if_idle(std::chrono::microseconds delay);
  void stop();

 private:
  static int expired(sd_event_source* source, uint64_t when, void* self) noexcept;

  std::function<void()> callback_;
  EventSource source_;
};

}  // namespace roced::agent
