#pragma once

#include <ctime>

namespace roced::report {

/// Whether std::chrono::system_clock can hold it: 64 bits of nanoseconds since 1970 end in 2262.
inline bool is_in_range(const std::tm& parts) {
  constexpr int first_year = 1970 - 1900, last_year = 2261 - 1900;
  return parts.tm_year >= first_year && parts.tm_year <= last_year;
}

}  // namespace roced::report
