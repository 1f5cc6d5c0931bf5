#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernel/number.hpp"
#include "settings/reading.hpp"

namespace roced::settings {

using kernel::number_in;

/// The number that a file holds, or why there is none.
Reading number_reading(const kernel::Result<std::string>& content, std::string_view path);

}  // namespace roced::settings
