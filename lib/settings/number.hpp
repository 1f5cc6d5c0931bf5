#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "settings/reading.hpp"

namespace roced::settings {

/// A kernel file's content as a number, decimal or 0x hexadecimal, white space around it allowed. Empty: not a number.
std::optional<std::uint64_t> number_in(std::string_view text);

/// The number that a file holds, or why there is none.
Reading number_reading(const kernel::Result<std::string>& content, std::string_view path);

}  // namespace roced::settings
