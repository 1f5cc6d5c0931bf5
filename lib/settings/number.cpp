#include "settings/number.hpp"

#include <fmt/format.h>

#include "kernel/files.hpp"

namespace roced::settings {

Reading number_reading(const kernel::Result<std::string>& content, std::string_view path) {
  if (!content) return Reading::from(content.error());
  if (auto number = number_in(*content)) return Reading::of(*number);
  auto said = kernel::trimmed(*content);
  if (said.empty()) return Reading::unknown(fmt::format("{} is empty: the firmware gave no answer", path));
  return Reading::unknown(fmt::format("{} says '{}', which isn't a number", path, said.substr(0, 40)));
}

}  // namespace roced::settings
