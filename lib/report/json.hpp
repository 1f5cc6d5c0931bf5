#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "converge/plan.hpp"
#include "converge/report.hpp"

namespace roced::report {

/// The report as one line of JSON (schema 1).
std::string to_json(const converge::Report& report);

/// What to_json wrote. Nothing where the text isn't such a report.
std::optional<converge::Report> from_json(const std::string& text);

/// Of JSON texts that stand one after another, as of several nodes in one file.
struct Read {
  std::size_t line = 1;  ///< where it begins
  /// The report; or what is wrong, and where: "3:14: …" (line and column), "3: nics[0].settings[2].state: …". What is
  /// no JSON is the last of them.
  tl::expected<converge::Report, std::string> report;
};
std::vector<Read> read_all(const std::string& text);

/// A plan as JSON: what apply would write, and what it would leave and why.
std::string to_json(const std::vector<converge::Stage>& plan);

/// "2026-12-02T06:00:00Z"
std::string rfc3339(converge::Time time);

}  // namespace roced::report
