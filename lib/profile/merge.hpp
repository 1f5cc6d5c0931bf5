#pragma once

#include "profile/tree.hpp"

namespace roced::profile {

/// Lays one file over what came before it: tables merge, everything else and a group's `match` replaces. `unset` in a
/// table first takes out what came before from that table, and is then gone.
void merge(Table& below, const Table& over);

}  // namespace roced::profile
