#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace roced::kernel {

/// A kernel file's content as a number, decimal or 0x hexadecimal, white space around it allowed. Empty: not a number.
std::optional<std::uint64_t> number_in(std::string_view text);

}  // namespace roced::kernel
