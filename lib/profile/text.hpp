#pragma once

#include <string>
#include <string_view>

#include "profile/tree.hpp"

namespace roced::profile {

/// As a basic string of TOML, with its quotes.
std::string quoted(std::string_view text);

/// A value as TOML, on one line.
std::string to_toml(const Item& item);

/// What a message calls a value: `"9000"`, `20`, `an array`. Long strings are cut.
std::string described(const Item& item);

/// A text from a profile for a terminal: cut at some length, control characters escaped, never half a character.
std::string shown(std::string_view text);

}  // namespace roced::profile
