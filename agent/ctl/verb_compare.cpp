#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "compare/comparison.hpp"
#include "compare/show.hpp"

namespace roced::ctl {

int compare(const Common& common, const std::vector<std::string>& files) {
  auto reports = compare::read(files);
  for (const auto& complaint : reports.complaints) say(complaint);
  if (reports.nodes.size() < 2)
    return refuse(
        "there is nothing to compare: the reports of two nodes at least are needed, as rocectl check --json "
        "prints them");
  auto comparison = compare::compare(reports.nodes);
  print(common.json ? compare::to_json(comparison, reports) + '\n'
                    : compare::to_table(comparison, reports.nodes, style(common.legend)));
  if (!reports.complaints.empty()) return no_answer;
  return comparison.differing.empty() ? all_well : not_in_sync;
}

}  // namespace roced::ctl
