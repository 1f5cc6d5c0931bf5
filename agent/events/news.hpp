#pragma once

#include <functional>
#include <utility>

#include <sys/epoll.h>

#include "agent/handles.hpp"

namespace roced::agent {

/// Something with an fd() that tells news in drain(), on the event loop: a netlink subscription, a watch of files.
template <typename Teller>
class NewsSource {
 public:
  using News = decltype(std::declval<Teller&>().drain());
  using Callback = std::function<void(const News&)>;

  NewsSource(sd_event* event, Teller teller, Callback callback, int64_t priority = SD_EVENT_PRIORITY_NORMAL)
      : teller_{std::move(teller)}, callback_{std::move(callback)} {
    sd_event_source* source = nullptr;
    sd_event_add_io(event, &source, teller_.fd(), EPOLLIN, ready, this);
    source_.reset(source);
    sd_event_source_set_priority(source, priority);
  }

  Teller& teller() { return teller_; }

 private:
  static int ready(sd_event_source* /*source*/, int /*fd*/, uint32_t /*events*/, void* self) noexcept {
    auto& us = *static_cast<NewsSource*>(self);
    us.callback_(us.teller_.drain());
    return 0;
  }

  Teller teller_;
  Callback callback_;
  EventSource source_;
};

}  // namespace roced::agent
