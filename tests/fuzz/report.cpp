#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compare/comparison.hpp"
#include "compare/show.hpp"
#include "pieces.hpp"
#include "report/json.hpp"

using namespace roced;
using roced::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<compare::NodeReport> nodes;
  for (const auto& [line, report] : report::read_all({reinterpret_cast<const char*>(data), size})) {
    must(line > 0);
    must(report || !report.error().empty());
    if (!report) continue;
    auto text = report::to_json(*report);
    auto back = report::from_json(text);
    must(back && report::to_json(*back) == text);
    nodes.push_back({"node", "file", line, *report});
  }
  if (nodes.size() < 2) return 0;
  auto comparison = compare::compare(nodes);
  auto shown = compare::to_table(comparison, nodes, {});
  must(!shown.empty() && shown.find('\x1b') == std::string::npos);
  compare::to_json(comparison, {nodes, {}});
  return 0;
}
