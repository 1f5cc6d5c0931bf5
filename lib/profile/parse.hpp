#pragma once

#include <optional>
#include <string_view>

#include "profile/findings.hpp"
#include "profile/tree.hpp"

namespace roced::profile {

/// The tree of one TOML file; nullopt where it isn't TOML, which `findings` then says.
std::optional<Table> parse(std::string_view text, const FileName& file, Findings& findings);

}  // namespace roced::profile
