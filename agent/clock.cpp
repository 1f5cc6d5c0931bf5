#include "agent/clock.hpp"

#include <array>

namespace roced::agent {

std::string boot_id(kernel::Files& files) {
  auto text = files.read(kernel::boot_id_file);
  return text ? std::string{kernel::trimmed(*text)} : std::string{};
}

std::string time_text(std::uint64_t usec) {
  auto seconds = static_cast<std::time_t>(usec / 1'000'000);
  std::tm parts{};
  std::array<char, 32> text{};
  auto length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&seconds, &parts));
  return {text.data(), length};
}

}  // namespace roced::agent
