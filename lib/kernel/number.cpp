#include "kernel/number.hpp"

#include <charconv>

#include "kernel/files.hpp"

namespace roced::kernel {

std::optional<std::uint64_t> number_in(std::string_view text) {
  auto digits = trimmed(text);
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

}  // namespace roced::kernel
