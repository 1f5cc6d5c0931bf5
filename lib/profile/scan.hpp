#pragma once

#include <optional>
#include <string_view>

namespace roced::profile {

/// Something in a file that toml++ must not get to see.
struct Flaw {
  unsigned line = 0, column = 0;
  std::string_view text;
};

/// Characters beyond ASCII where TOML has none, on which toml++ 3.3 relies not to be there (undefined behaviour in
/// is_non_ascii_horizontal_whitespace); tables whose name begins with what no name may (likewise: an assumption in
/// parse_key that parse_table_header doesn't see to); and dotted keys of any depth, since it recurses once a level.
std::optional<Flaw> scan(std::string_view text);

}  // namespace roced::profile
