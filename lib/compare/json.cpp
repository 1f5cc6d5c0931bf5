#include <nlohmann/json.hpp>

#include "compare/show.hpp"
#include "report/json.hpp"

namespace roced::compare {
namespace {

using nlohmann::ordered_json;

ordered_json name_of(const Point& point) {
  ordered_json json{{"subject", point.subject}};
  if (point.name.empty())
    json["fact"] = "nic";
  else
    json[point.is_setting ? "setting" : "fact"] = point.name;
  return json;
}

ordered_json json_of(const Variant& variant, const std::vector<NodeReport>& nodes) {
  ordered_json json{{"nodes", ordered_json::array()}, {"there", variant.value.there}};
  for (const auto& holder : variant.holders) json["nodes"].push_back(nodes[holder.node].label);
  if (!variant.value.there) return json;
  const auto& [there, desired, actual, state] = variant.value;
  if (state) json["desired"] = desired;
  json["actual"] = actual.empty() ? ordered_json{} : ordered_json(actual);
  if (state) json["state"] = to_text(*state);
  return json;
}

ordered_json json_of(const Outliers& outliers, const Comparison& comparison, const std::vector<NodeReport>& nodes) {
  ordered_json json{{"nodes", ordered_json::array()}, {"differ_in", ordered_json::array()}};
  for (auto node : outliers.nodes) json["nodes"].push_back(nodes[node].label);
  for (const auto& [point, variant] : outliers.differences)
    json["differ_in"].push_back(name_of(comparison.differing[point]));
  return json;
}

}  // namespace

std::string to_json(const Comparison& comparison, const Reports& reports) {
  ordered_json json{{"schema", 1},
                    {"nodes", ordered_json::array()},
                    {"outliers", ordered_json::array()},
                    {"differences", ordered_json::array()},
                    {"alike", comparison.alike},
                    {"unread", reports.complaints}};
  for (const auto& node : reports.nodes)
    json["nodes"].push_back({{"name", node.label},
                             {"host", node.report.host},
                             {"file", node.file},
                             {"time", report::rfc3339(node.report.time)},
                             {"state", to_text(node.report.state())}});
  for (const auto& outliers : comparison.outliers)
    json["outliers"].push_back(json_of(outliers, comparison, reports.nodes));
  for (const auto& point : comparison.differing) {
    auto difference = name_of(point);
    difference["each_its_own"] = point.is_each_nodes_own();
    difference["variants"] = ordered_json::array();
    for (const auto& variant : point.variants) difference["variants"].push_back(json_of(variant, reports.nodes));
    json["differences"].push_back(std::move(difference));
  }
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace roced::compare
