#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/client.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "report/json.hpp"

namespace roced::ctl {
namespace {

using nlohmann::ordered_json;
using settings::State;
using Name = std::pair<std::string, std::string>;  ///< subject and setting

/// What became of an apply.
struct Result {
  Client::Applying applying;
  std::set<Name> optional;            ///< unsupported, and the profile says that this doesn't count
  std::vector<std::string> problems;  ///< errors that no setting can say; of a whole apply only

  State state(const Applied& setting) const {
    if (optional.contains({setting.subject, setting.setting})) return State::in_sync;
    return settings::state_from_text(setting.state).value_or(State::unknown);
  }
  bool in_sync() const {
    return problems.empty() && std::all_of(applying.settings.begin(), applying.settings.end(),
                                           [&](const Applied& each) { return state(each) == State::in_sync; });
  }
  bool repaired(const Applied& setting) const {
    return std::any_of(applying.repairs.begin(), applying.repairs.end(), [&](const Repair& repair) {
      return repair.subject == setting.subject && repair.setting == setting.setting;
    });
  }
};

void add_from_report(Result& result, const converge::Report& report, bool whole) {
  auto add = [&](const std::string& subject, const std::vector<converge::SettingReport>& settings) {
    for (const auto& setting : settings)
      if (setting.optional && setting.state == State::unsupported) result.optional.insert({subject, setting.name});
  };
  add("node", report.node);
  for (const auto& nic : report.nics) add(nic.name, nic.settings);
  for (const auto& problem : report.problems)
    if (whole && problem.severity == profile::Severity::error) result.problems.push_back(problem.text);
}

std::string totals(const Result& result) {
  std::map<State, std::size_t> counts;
  for (const auto& setting : result.applying.settings) ++counts[result.state(setting)];
  auto repairs = result.applying.repairs.size();
  auto text = repairs == 0 ? std::string{} : fmt::format("{} repaired", repairs);
  for (auto each = counts.rbegin(); each != counts.rend(); ++each)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each->second, report::spoken(each->first));
  return text.empty() ? text : text + ".\n";
}

std::string to_text(const Result& result, const report::Style& style) {
  std::string text;
  for (const auto& [subject, setting, value, latency] : result.applying.repairs)
    text += fmt::format("{}: {} {} to {} in {}\n", subject, setting, report::painted("repaired", State::in_sync, style),
                        value, report::spoken(latency));
  for (const auto& setting : result.applying.settings)
    if (auto state = result.state(setting); state != State::in_sync) text += line_of(setting, state, style);
  for (const auto& problem : result.problems)
    text += fmt::format("{} {}\n", report::painted("error:", State::failed, style), problem);
  if (text.empty()) return "in sync: nothing to do\n";
  return style.legend ? text + totals(result) : text;
}

std::string to_json(const Result& result) {
  auto list = ordered_json::array();
  for (const auto& setting : result.applying.settings)
    list.push_back({{"subject", setting.subject},
                    {"setting", setting.setting},
                    {"desired", setting.desired},
                    {"actual", setting.actual.empty() ? ordered_json{} : ordered_json(setting.actual)},
                    {"state", setting.state},
                    {"cause", setting.cause},
                    {"repaired", result.repaired(setting)},
                    {"optional", result.optional.contains({setting.subject, setting.setting})}});
  return ordered_json{{"schema", 1}, {"settings", list}, {"problems", result.problems}}.dump() + '\n';
}

}  // namespace

int apply(const Common& common, const Wanted& wanted) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  auto applying = client->apply(wanted);
  if (!applying) return refuse(applying.error());
  Result result{.applying = std::move(*applying), .optional = {}, .problems = {}};
  auto json = client->describe();
  if (!json) return refuse("applied, but then: " + json.error());
  if (auto report = report::from_json(*json)) add_from_report(result, *report, wanted.nic.empty());
  print(common.json ? to_json(result) : to_text(result, style(common.legend)));
  return result.in_sync() ? all_well : not_in_sync;
}

}  // namespace roced::ctl
