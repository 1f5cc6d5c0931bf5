#include "agent/events/timer.hpp"

#include <algorithm>

namespace roced::agent {

Timer::Timer(sd_event* event, std::function<void()> callback, clockid_t clock) : callback_{std::move(callback)} {
  sd_event_source* source = nullptr;
  sd_event_add_time_relative(event, &source, clock, 0, 0, expired, this);
  source_.reset(source);
  stop();
}

void Timer::start(std::chrono::microseconds delay) {
  using namespace std::chrono_literals;
  constexpr int part = 16;
  // sd-event's own way is to be a quarter of a second late, so that timers expire together.
  auto late = std::clamp<std::chrono::microseconds>(delay / part, 1us, 250ms);
  sd_event_source_set_time_accuracy(source_.get(), static_cast<uint64_t>(late.count()));
  sd_event_source_set_time_relative(source_.get(), static_cast<uint64_t>(delay.count()));
  sd_event_source_set_enabled(source_.get(), SD_EVENT_ONESHOT);
}

void Timer::start_if_idle(std::chrono::microseconds delay) {
  if (!is_started()) start(delay);
}

bool Timer::is_started() const {
  int enabled = SD_EVENT_OFF;
  sd_event_source_get_enabled(source_.get(), &enabled);
  return enabled != SD_EVENT_OFF;
}

void Timer::stop() { sd_event_source_set_enabled(source_.get(), SD_EVENT_OFF); }

int Timer::expired(sd_event_source* /*source*/, uint64_t /*when*/, void* self) noexcept {
  static_cast<Timer*>(self)->callback_();
  return 0;
}

}  // namespace roced::agent
