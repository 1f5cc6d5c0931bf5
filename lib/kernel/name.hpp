#pragma once

#include <string_view>

namespace roced::kernel {

/// Can stand in a path as one part of it: "..", or a name with a slash in it, would lead out of its folder.
constexpr bool is_plain_name(std::string_view name) {
  constexpr std::string_view forbidden{"/\0", 2};
  return !name.empty() && name != "." && name != ".." && name.find_first_of(forbidden) == std::string_view::npos;
}

}  // namespace roced::kernel
