#pragma once

#include <vector>

#include "compare/comparison.hpp"

namespace roced::compare {

/// All that the reports say, by subject, in the reports' order; variants as they come.
std::vector<Point> points_of(const std::vector<NodeReport>& nodes);

}  // namespace roced::compare
