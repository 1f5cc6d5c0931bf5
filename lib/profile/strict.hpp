#pragma once

#include "profile/findings.hpp"
#include "profile/tree.hpp"

namespace roced::profile {

/// Keys of the merged profile that aren't known, and values where a table must be.
void check_keys(const Table& merged, Findings& findings);

/// The lists of `unset` in one file: arrays of known keys.
void check_unset(const Table& file, Findings& findings);

}  // namespace roced::profile
