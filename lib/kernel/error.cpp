#include "kernel/error.hpp"

#include <cstring>

#include <fmt/format.h>

namespace roced::kernel {

std::string errno_text(int code) {
  const char* name = strerrorname_np(code);
  const char* meaning = strerrordesc_np(code);
  if (name == nullptr || meaning == nullptr) return fmt::format("errno {}", code);
  return fmt::format("{} ({})", name, meaning);
}

std::string Error::reason() const {
  return detail.empty() ? errno_text(code) : fmt::format("{}: {}", errno_text(code), detail);
}

std::string Error::text() const { return fmt::format("{}: {}", action, reason()); }

}  // namespace roced::kernel
