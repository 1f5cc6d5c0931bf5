#include "agent/events/netlink.hpp"

#include <sys/epoll.h>

namespace roced::agent {

NetlinkSource::NetlinkSource(sd_event* event, kernel::Subscription subscription, Callback callback)
    : subscription_{std::move(subscription)}, callback_{std::move(callback)} {
  sd_event_source* source = nullptr;
  sd_event_add_io(event, &source, subscription_.fd(), EPOLLIN, ready, this);
  source_.reset(source);
}

int NetlinkSource::ready(sd_event_source* /*source*/, int /*fd*/, uint32_t /*events*/, void* self) noexcept {
  auto& us = *static_cast<NetlinkSource*>(self);
  us.callback_(us.subscription_.drain());
  return 0;
}

}  // namespace roced::agent
