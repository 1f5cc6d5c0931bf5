#include "report/json.hpp"

#include <array>
#include <ctime>

#include <nlohmann/json.hpp>

namespace roced::report {
namespace {

using converge::NicReport;
using converge::Report;
using converge::SettingReport;
using converge::Time;
using nlohmann::ordered_json;

std::string_view severity(profile::Severity severity) {
  return severity == profile::Severity::error ? "error" : "warning";
}

ordered_json json_of(const SettingReport& setting) {
  return {{"name", setting.name},
          {"desired", setting.desired},
          {"actual", setting.actual.empty() ? ordered_json{} : ordered_json(setting.actual)},
          {"state", to_text(setting.state)},
          {"cause", setting.cause},
          {"disruption", setting.disruption},
          {"since", rfc3339(setting.since)},
          {"optional", setting.optional}};
}

ordered_json json_of(const std::vector<SettingReport>& settings) {
  auto list = ordered_json::array();
  for (const auto& setting : settings) list.push_back(json_of(setting));
  return list;
}

ordered_json json_of(const NicReport& nic) {
  return {{"name", nic.name},
          {"group", nic.group},
          {"pci", nic.pci},
          {"driver", nic.driver},
          {"rdma_device", nic.rdma_device},
          {"port", nic.port},
          {"link_layer", nic.link_layer},
          {"state", to_text(nic.state())},
          {"settings", json_of(nic.settings)}};
}

}  // namespace

std::string rfc3339(Time time) {
  std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, sizeof "2026-12-02T06:00:00Z"> text{};
  auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

std::string to_json(const Report& report) {
  ordered_json json{{"schema", 1},
                    {"version", report.version},
                    {"host", report.host},
                    {"time", rfc3339(report.time)},
                    {"state", to_text(report.state())},
                    {"mode", report.mode},
                    {"profile", {{"path", report.profile_path}, {"digest", report.profile_digest}}},
                    {"node", {{"settings", json_of(report.node)}}},
                    {"nics", ordered_json::array()},
                    {"problems", ordered_json::array()}};
  for (const auto& nic : report.nics) json["nics"].push_back(json_of(nic));
  for (const auto& problem : report.problems)
    json["problems"].push_back(
        {{"severity", severity(problem.severity)}, {"code", problem.code}, {"text", problem.text}});
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string to_json(const std::vector<converge::Stage>& plan) {
  auto list = ordered_json::array();
  for (const auto& stage : plan)
    for (const auto& step : stage.steps)
      list.push_back({{"subject", step.setting->subject().name()},
                      {"setting", step.setting->row().name},
                      {"from", step.before.actual()},
                      {"to", to_text(step.setting->desired())},
                      {"disruption", to_text(step.setting->disruption())},
                      {"state", stage.stays ? to_text(*stage.stays) : "drifted"},
                      {"written", !stage.stays},
                      {"cause", stage.cause}});
  return ordered_json{{"schema", 1}, {"changes", list}}.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace roced::report
