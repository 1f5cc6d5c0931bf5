#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace roced::profile {

/// "60s", "10m" or "10min", "1h", "1d": a whole number and its unit. nullopt for anything else, and past ten years.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

/// With the largest unit that divides it: "90s", "10m".
std::string to_text(std::chrono::seconds duration);

}  // namespace roced::profile
