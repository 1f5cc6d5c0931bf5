#pragma once

#include <string>
#include <vector>

#include "converge/plan.hpp"
#include "converge/report.hpp"
#include "report/style.hpp"

namespace roced::report {

/// The report as people read it. Settings that are in sync are counted, not listed, unless `only` names their NIC (or
/// "node").
std::string to_table(const converge::Report& report, const std::string& only, const Style& style);

/// A plan as a diff: what is there, and what would be.
std::string to_diff(const std::vector<converge::Stage>& plan, const Style& style);

/// "2 of 37 settings not in sync: ens6f0np0 dcb.pfc held, node host.memlock pending restart": one line, for systemctl
/// status.
std::string to_line(const converge::Report& report);

}  // namespace roced::report
