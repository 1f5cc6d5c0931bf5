#pragma once

#include "profile/decode.hpp"

namespace roced::profile {

/// Contradictions that no schema sees, in a group with all that follows.
void lint(const Draft& draft, Findings& findings);

}  // namespace roced::profile
