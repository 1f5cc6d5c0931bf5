#pragma once

#include <string>
#include <vector>

#include "history/entry.hpp"
#include "history/journal.hpp"
#include "report/style.hpp"

namespace roced::history {

/// A line an entry and its cause below it, oldest first, times as local ones. A line between two boots.
std::string to_table(const std::vector<Entry>& entries, const report::Style& style);

/// How many there are, and from when on: "12 entries since …; the journal begins at …".
std::string summary(const std::vector<Entry>& entries, const Wanted& wanted, const Reach& reach);

/// All of it as one line of JSON.
std::string to_json(const std::vector<Entry>& entries, const Reach& reach);

}  // namespace roced::history
