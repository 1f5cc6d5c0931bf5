#pragma once

#include <string>
#include <string_view>

namespace roced::profile {

/// "sha256:" and 64 hexadecimal digits.
std::string digest(std::string_view text);

/// As much of it as people need: "sha256:e9eb0d16".
std::string_view short_digest(std::string_view digest);

}  // namespace roced::profile
