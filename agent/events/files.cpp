#include "agent/events/files.hpp"

#include <sys/epoll.h>

namespace roced::agent {

FileSource::FileSource(sd_event* event, kernel::FileWatch watch, Callback callback)
    : watch_{std::move(watch)}, callback_{std::move(callback)} {
  sd_event_source* source = nullptr;
  sd_event_add_io(event, &source, watch_.fd(), EPOLLIN, ready, this);
  source_.reset(source);
  // A writer may exit the moment after: who it was is asked before anything else is done.
  sd_event_source_set_priority(source, SD_EVENT_PRIORITY_IMPORTANT);
}

int FileSource::ready(sd_event_source* /*source*/, int /*fd*/, uint32_t /*events*/, void* self) noexcept {
  auto& us = *static_cast<FileSource*>(self);
  us.callback_(us.watch_.drain());
  return 0;
}

}  // namespace roced::agent
