#pragma once

#include <functional>

#include "agent/handles.hpp"
#include "kernel/news.hpp"

namespace roced::agent {

/// A netlink subscription on the event loop.
class NetlinkSource {
 public:
  using Callback = std::function<void(const std::vector<kernel::News>&)>;

  NetlinkSource(sd_event* event, kernel::Subscription subscription, Callback callback);

 private:
  static int ready(sd_event_source* source, int fd, uint32_t events, void* self) noexcept;

  kernel::Subscription subscription_;
  Callback callback_;
  EventSource source_;
};

}  // namespace roced::agent
