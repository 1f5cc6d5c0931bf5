#include <fmt/format.h>

#include "agent/ctl/look.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "report/json.hpp"
#include "report/table.hpp"

namespace roced::ctl {
namespace {

using settings::State;

/// Why a diff is empty, or isn't the whole story.
void say_the_rest(const converge::Report& report, std::size_t planned) {
  for (const auto& problem : report.problems)
    if (problem.severity == profile::Severity::error) say(problem.text);
  auto others = report.size() - report.count(State::in_sync) - planned;
  if (planned > 0) {
    if (others > 0)
      say(fmt::format("{} more of {} settings not in sync, which apply can't change: rocectl check shows them", others,
                      report.size()));
    return;
  }
  if (report.state() == State::in_sync)
    say(fmt::format("nothing to change: {} settings in sync", report.size()));
  else if (others != 0)
    say(fmt::format("nothing that apply could change; {} of {} settings not in sync, which rocectl check shows", others,
                    report.size()));
}

std::size_t steps_of(const std::vector<converge::Stage>& plan) {
  std::size_t steps = 0;
  for (const auto& stage : plan) steps += stage.steps.size();
  return steps;
}

}  // namespace

int diff(const Common& common, const std::string& profile) {
  auto look = Look::at_node(profile);
  if (!look) return no_answer;
  auto plan = look->upkeep().convergence().plan({.person = true});
  auto report = look->upkeep().report();
  print(common.json ? report::to_json(plan) + '\n' : report::to_diff(plan, style(common.legend)));
  if (!common.json) say_the_rest(report, steps_of(plan));
  return exit_code(report.state());
}

}  // namespace roced::ctl
