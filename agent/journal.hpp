#pragma once

#include <string>

#include "converge/convergence.hpp"
#include "profile/profile.hpp"

namespace roced::agent::journal {

/// One line about what happened to a setting, with ROCED_* fields; nothing where a person needn't know.
void tell(const converge::Outcome& outcome);

/// A problem of the node or of the profile.
void tell(const node::Problem& problem);

/// A profile that is in force from now on.
void tell(const profile::Profile& profile);

void info(const std::string& text);
void error(const std::string& text);

}  // namespace roced::agent::journal
