#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profile/tree.hpp"

namespace roced::profile {

/// What a comment says above a value, or above the header of a table, by dotted key. It may have several lines.
using Notes = std::map<std::string, std::string>;

/// A tree as TOML: keys sorted, a table's values before its tables, a header for each table.
std::string write(const Table& tree, const Notes& notes = {});

/// Each line with "# " before it. What isn't ASCII becomes '?': a name can hold bytes that TOML can't.
std::string commented(std::string_view text);

/// Its values, in the same order.
std::vector<Told> tell(const Table& tree);

}  // namespace roced::profile
