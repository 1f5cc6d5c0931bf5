#pragma once

#include <functional>
#include <set>
#include <string>

#include "agent/handles.hpp"
#include "kernel/file_watch.hpp"

namespace roced::agent {

/// Writes to files, on the event loop.
class FileSource {
 public:
  using Callback = std::function<void(const std::vector<kernel::FileNews>&)>;

  FileSource(sd_event* event, kernel::FileWatch watch, Callback callback);

  /// These files and no others; again after files have come anew under the same names.
  void watch(const std::set<std::string>& paths) { watch_.watch(paths); }

 private:
  static int ready(sd_event_source* source, int fd, uint32_t events, void* self) noexcept;

  kernel::FileWatch watch_;
  Callback callback_;
  EventSource source_;
};

}  // namespace roced::agent
