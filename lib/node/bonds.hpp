#pragma once

#include "node/matching.hpp"

namespace roced::node {

/// What bonds make of their members: RoCE LAG that can't be, one MTU that two groups want otherwise, and that reaches
/// NICs of no group. A bond's members that want several MTUs are left alone.
void judge_bonds(Matching& matching, const Node& node);

}  // namespace roced::node
