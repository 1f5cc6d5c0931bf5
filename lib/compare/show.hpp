#pragma once

#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "report/style.hpp"

namespace roced::compare {

/// What differs, by the nodes that differ in the same things, the fewest first.
std::string to_table(const Comparison& comparison, const std::vector<NodeReport>& nodes, const report::Style& style);

/// All of it as one line of JSON, with what couldn't be read.
std::string to_json(const Comparison& comparison, const Reports& reports);

}  // namespace roced::compare
