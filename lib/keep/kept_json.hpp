#pragma once

#include <string>

#include "keep/kept.hpp"

namespace roced::keep {

/// With a checksum over all the rest.
std::string to_json(const Kept& kept);

/// Throws std::exception, with what is wrong, where that isn't what to_json wrote.
Kept kept_from(const std::string& text);

}  // namespace roced::keep
