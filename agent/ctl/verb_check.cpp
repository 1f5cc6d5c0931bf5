#include "agent/ctl/look.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "report/json.hpp"
#include "report/table.hpp"

namespace roced::ctl {

int check(const Common& common, const std::string& profile) {
  auto look = Look::at_node(profile);
  if (!look) return no_answer;
  auto report = look->upkeep().report();
  print(common.json ? report::to_json(report) + '\n' : report::to_table(report, {}, style(common.legend)));
  return exit_code(report.state());
}

}  // namespace roced::ctl
