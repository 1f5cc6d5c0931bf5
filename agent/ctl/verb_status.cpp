#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/client.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "report/json.hpp"
#include "report/table.hpp"

namespace roced::ctl {
namespace {

using nlohmann::ordered_json;

/// The settings of a NIC or of "node"; null where the report knows no such thing.
const std::vector<converge::SettingReport>* settings_of(const converge::Report& report, const std::string& subject) {
  if (subject == "node") return &report.node;
  auto nic =
      std::find_if(report.nics.begin(), report.nics.end(), [&](const auto& each) { return each.name == subject; });
  return nic == report.nics.end() ? nullptr : &nic->settings;
}

int refuse_unknown(const converge::Report& report, const std::string& subject) {
  std::string names;
  for (const auto& nic : report.nics) names += (names.empty() ? "" : ", ") + nic.name;
  return refuse(names.empty() ? fmt::format("'{}' isn't a NIC of the profile: no NIC here is", subject)
                              : fmt::format("'{}' isn't a NIC of the profile: those are {}", subject, names));
}

/// One subject's part of the daemon's report, as the daemon wrote it.
std::string part_of(const std::string& json, const std::string& subject) {
  auto whole = ordered_json::parse(json);
  if (subject == "node") return whole.at("node").dump();
  for (const auto& nic : whole.at("nics"))
    if (nic.at("name") == subject) return nic.dump();
  return {};
}

}  // namespace

int status(const Common& common, const std::string& subject) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  auto json = client->describe();
  if (!json) return refuse(json.error());
  auto report = report::from_json(*json);
  if (!report)
    return refuse("roced's report can't be read; rocectl --version and roced --version say whether they fit");
  auto look = style(common.legend);
  look.of_daemon = true;
  if (subject.empty()) {
    print(common.json ? *json + '\n' : report::to_table(*report, {}, look));
    return exit_code(report->state());
  }
  const auto* settings = settings_of(*report, subject);
  if (settings == nullptr) return refuse_unknown(*report, subject);
  print(common.json ? part_of(*json, subject) + '\n' : report::to_table(*report, subject, look));
  return exit_code(worst(*settings));
}

}  // namespace roced::ctl
