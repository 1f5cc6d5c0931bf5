#pragma once

#include <string>
#include <string_view>

namespace roced::report {

/// As it may be shown on a terminal and in one line: what a terminal would obey, a line's end and what is no UTF-8
/// become
/// "\x1b". Names of interfaces and of processes may hold anything.
std::string plain(std::string_view text);

}  // namespace roced::report
