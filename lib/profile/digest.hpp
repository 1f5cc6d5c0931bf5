#pragma once

#include <string>
#include <string_view>

namespace roced::profile {

/// "sha256:" and 64 hexadecimal digits.
std::string digest(std::string_view text);

}  // namespace roced::profile
