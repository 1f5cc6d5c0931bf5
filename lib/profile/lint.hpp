#pragma once

#include "profile/decode.hpp"

namespace roced::profile {

/// Contradictions that no schema sees, in a group with all that follows.
void lint(const Draft& draft, Findings& findings);

/// Those between the node's settings and the groups'.
void lint_node(const std::vector<Wish>& node, const std::vector<Draft>& groups, Findings& findings);

}  // namespace roced::profile
