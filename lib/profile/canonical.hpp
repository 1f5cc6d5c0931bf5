#pragma once

#include <string>
#include <vector>

#include "profile/tree.hpp"

namespace roced::profile {

/// A tree as TOML: keys sorted, a table's values before its tables, a header for each table.
std::string write(const Table& tree);

/// Its values, in the same order.
std::vector<Told> tell(const Table& tree);

}  // namespace roced::profile
