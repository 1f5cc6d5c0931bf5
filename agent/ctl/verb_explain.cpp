#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "catalog/words.hpp"
#include "profile/nearest.hpp"

namespace roced::ctl {
namespace {

using catalog::disturbs;
using catalog::Row;
using catalog::since_of;
using catalog::summary_of;
using catalog::table_of;
using catalog::values_of;
using nlohmann::ordered_json;

constexpr unsigned label_width = 16;

/// The other settings of its unit.
std::vector<std::string_view> companions(const Row& row) {
  std::vector<std::string_view> names;
  for (const auto& other : catalog::rows())
    if (!row.unit.empty() && other.unit == row.unit && other.name != row.name) names.push_back(other.name);
  return names;
}

ordered_json json_of(const Row& row) {
  ordered_json json{{"name", row.name},         {"scope", row.scope == catalog::Scope::nic ? "nic" : "node"},
                    {"table", table_of(row)},   {"key", row.key()},
                    {"values", values_of(row)}, {"words", row.words}};
  if (row.type == catalog::Type::number) {
    json["least"] = row.least;
    json["most"] = row.most;
    json["also"] = row.also ? ordered_json(*row.also) : ordered_json{};
    json["measure"] = row.measure;
  }
  json["disruption"] = to_text(row.disruption);
  json["unit"] = row.unit;
  json["companions"] = companions(row);
  json["ethernet_only"] = row.ethernet;
  json["where"] = row.where;
  json["since"] = since_of(row);
  json["text"] = row.text;
  return json;
}

std::string to_text(const Row& row, const report::Style& style) {
  auto entry = [&](std::string_view label, const std::string& text) {
    constexpr unsigned indent = 2 + label_width;
    return fmt::format("  {:<{}}{}\n", label, label_width, report::wrapped(text, indent, style.width));
  };
  auto text = fmt::format("{}\n  {}\n\n", row.name, report::wrapped(row.text, 2, style.width));
  auto table = table_of(row);
  text += entry("in the profile", table.empty() ? "at the top" : table);
  text += entry("", fmt::format("{} = {}", row.key(), values_of(row)));
  text += entry("in the kernel", std::string{row.where});
  text += entry("since", since_of(row));
  text += entry("disturbs", disturbs(row));
  if (auto names = companions(row); !names.empty())
    text += entry("together with",
                  fmt::format("{} (the unit {}): one of them held holds all", fmt::join(names, ", "), row.unit));
  if (row.scope == catalog::Scope::nic && row.ethernet) text += entry("ports", "Ethernet");
  return text;
}

int refuse_unknown(const std::string& word) {
  std::vector<std::string_view> names, holding;
  for (const auto& row : catalog::rows()) {
    names.push_back(row.name);
    if (row.name.find(word) != std::string_view::npos) holding.push_back(row.name);
  }
  std::string hint = profile::did_you_mean(word, names);
  if (!holding.empty()) hint = fmt::format("; did you mean {}?", fmt::join(holding, ", "));
  return refuse(fmt::format("'{}' is no setting{}{}", word, hint,
                            hint.empty() ? "; rocectl explain lists them" : " rocectl explain lists them all"));
}

int list(const Common& common) {
  if (common.json) {
    auto all = ordered_json::array();
    for (const auto& row : catalog::rows()) all.push_back(json_of(row));
    print(all.dump() + '\n');
    return all_well;
  }
  auto width = style(common.legend).width;
  std::size_t longest = 0;
  for (const auto& row : catalog::rows()) longest = std::max(longest, row.name.size());
  auto name_width = static_cast<unsigned>(longest) + 1;
  for (const auto& row : catalog::rows())
    print(fmt::format("{:<{}}{}\n", row.name, name_width, report::wrapped(summary_of(row), name_width, width)));
  return all_well;
}

}  // namespace

int explain(const Common& common, const std::string& setting) {
  if (setting.empty()) return list(common);
  const auto* row = catalog::find(setting);
  if (row == nullptr) return refuse_unknown(setting);
  print(common.json ? json_of(*row).dump() + '\n' : to_text(*row, style(common.legend)));
  return all_well;
}

}  // namespace roced::ctl
