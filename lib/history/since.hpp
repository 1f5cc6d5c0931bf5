#pragma once

#include <optional>
#include <string_view>

#include "converge/report.hpp"

namespace roced::history {

/// A moment in the past, as people and scripts say it, in local time: "2026-12-02 03:14[:07]", "2026-12-02" and "today"
/// and "yesterday" (midnight), "03:14[:07]" (of today), "2h" and "2h ago" (before now), and as the report has it,
/// "2026-12-02T02:14:07Z". nullopt for anything else, and for what no calendar has.
std::optional<converge::Time> parse_since(std::string_view text, converge::Time now);

/// What it takes, for a message that says so.
constexpr std::string_view since_forms = R"("2026-12-02 03:14", "2026-12-02", "03:14", "today", "yesterday" or "2h")";

}  // namespace roced::history
