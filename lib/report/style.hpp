#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "settings/reading.hpp"

namespace roced::report {

/// How text for people is laid out.
struct Style {
  bool colour = false;
  unsigned width = 80;
  bool legend = true;      ///< heading and totals
  bool of_daemon = false;  ///< its report: `rocectl status NIC` shows more of it, and it tells since when
};

/// All that painted() sends: good, bad, in between, and back.
namespace colour {
constexpr std::string_view green = "\x1b[32m", red = "\x1b[31m", yellow = "\x1b[33m", none = "\x1b[0m";
}
inline constexpr std::array colour_codes{colour::green, colour::red, colour::yellow, colour::none};

/// In the colour of how bad it is, where colour is on.
std::string painted(std::string_view text, settings::State state, const Style& style);

/// As people read it: "in sync", "pending reboot".
std::string spoken(settings::State state);

/// "541 µs", "3 ms"
std::string spoken(std::chrono::microseconds time);

/// Broken into lines of at most `width` columns, each but the first indented. A word longer than a line stays whole.
std::string wrapped(std::string_view text, unsigned indent, unsigned width);

}  // namespace roced::report
