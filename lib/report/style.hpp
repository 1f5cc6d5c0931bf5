#pragma once

#include <string>
#include <string_view>

#include "settings/reading.hpp"

namespace roced::report {

/// How text for people is laid out.
struct Style {
  bool colour = false;
  unsigned width = 80;
  bool legend = true;      ///< heading and totals
  bool of_daemon = false;  ///< its report, of which `rocectl status NIC` shows more
};

/// In the colour of how bad it is, where colour is on.
std::string painted(std::string_view text, settings::State state, const Style& style);

/// As people read it: "in sync", "pending reboot".
std::string spoken(settings::State state);

/// Broken into lines of at most `width` columns, each but the first indented. A word longer than a line stays whole.
std::string wrapped(std::string_view text, unsigned indent, unsigned width);

}  // namespace roced::report
