#include "compare/reports.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "kernel/files.hpp"
#include "report/json.hpp"

namespace roced::compare {
namespace {

void add(const std::string& file, Reports& reports) {
  auto text = kernel::Files{}.read(std::filesystem::absolute(file).string());
  if (!text) {
    reports.complaints.push_back(fmt::format("{} can't be read: {}", file, text.error().reason()));
    return;
  }
  auto all = report::read_all(*text);
  if (all.empty()) reports.complaints.push_back(fmt::format("{} is empty: it holds no report", file));
  for (auto& [line, report] : all) {
    if (report)
      reports.nodes.push_back({{}, file, line, std::move(*report)});
    else
      reports.complaints.push_back(fmt::format("{}:{}", file, report.error()));
  }
}

void label(std::vector<NodeReport>& nodes) {
  std::map<std::string, std::size_t> hosts, files;
  for (const auto& node : nodes) {
    ++hosts[node.report.host];
    ++files[node.file];
  }
  for (auto& node : nodes) {
    node.label = node.report.host;
    if (!node.label.empty() && hosts[node.label] == 1) continue;
    node.label = files[node.file] == 1 ? node.file : fmt::format("{}:{}", node.file, node.line);
  }
}

}  // namespace

Reports read(const std::vector<std::string>& files) {
  Reports reports;
  for (const auto& file : files) add(file, reports);
  label(reports.nodes);
  return reports;
}

}  // namespace roced::compare
