#include "converge/report.hpp"

#include <algorithm>

namespace roced::converge {
namespace {

using settings::State;

State worst(const std::vector<SettingReport>& settings) {
  State state = State::in_sync;
  for (const auto& setting : settings) state = std::max(state, setting.weight());
  return state;
}

}  // namespace

State SettingReport::weight() const { return state == State::unsupported && optional ? State::in_sync : state; }

State NicReport::state() const { return worst(settings); }

State Report::state() const {
  State state = worst(node);
  for (const auto& nic : nics) state = std::max(state, nic.state());
  bool error = std::any_of(problems.begin(), problems.end(),
                           [](const node::Problem& problem) { return problem.severity == profile::Severity::error; });
  return error ? State::failed : state;
}

std::size_t Report::count(State state) const {
  auto in = [&](const std::vector<SettingReport>& settings) {
    return static_cast<std::size_t>(std::count_if(settings.begin(), settings.end(),
                                                  [&](const auto& setting) { return setting.weight() == state; }));
  };
  std::size_t sum = in(node);
  for (const auto& nic : nics) sum += in(nic.settings);
  return sum;
}

std::size_t Report::size() const {
  std::size_t sum = node.size();
  for (const auto& nic : nics) sum += nic.settings.size();
  return sum;
}

}  // namespace roced::converge
