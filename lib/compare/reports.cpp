#include "compare/reports.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "kernel/error.hpp"
#include "report/json.hpp"

namespace roced::compare {
namespace {

tl::expected<std::string, std::string> content(const std::string& file) {
  errno = 0;
  std::ifstream stream{file, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{stream}, {}};
  // A folder can be opened and not be read.
  bool unread = !stream.is_open() || stream.bad() || (text.empty() && errno != 0);
  if (unread) return tl::unexpected{kernel::errno_text(errno == 0 ? EIO : errno)};
  return text;
}

void add(const std::string& file, Reports& reports) {
  auto text = content(file);
  if (!text) {
    reports.complaints.push_back(fmt::format("{} can't be read: {}", file, text.error()));
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
