#include "settings/number.hpp"

#include <charconv>

#include <fmt/format.h>

#include "kernel/files.hpp"

namespace roced::settings {

std::optional<std::uint64_t> number_in(std::string_view text) {
  auto digits = kernel::trimmed(text);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    digits.remove_prefix(2);
    base = 16;
  }
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return {};
  return number;
}

Reading number_reading(const kernel::Result<std::string>& content, std::string_view path) {
  if (!content) return Reading::from(content.error());
  if (auto number = number_in(*content)) return Reading::of(*number);
  auto said = kernel::trimmed(*content);
  if (said.empty()) return Reading::unknown(fmt::format("{} is empty: the firmware gave no answer", path));
  return Reading::unknown(fmt::format("{} says '{}', which isn't a number", path, said.substr(0, 40)));
}

}  // namespace roced::settings
