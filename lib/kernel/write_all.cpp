#include "kernel/write_all.hpp"

#include <cerrno>

#include <unistd.h>

namespace roced::kernel {

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    auto written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace roced::kernel
