#include <doctest/doctest.h>

#include <algorithm>

#include "report/json.hpp"
#include "report/table.hpp"

using namespace roced;
using converge::Report;
using settings::State;

namespace {

Report one_drifted() {
  Report report;
  report.host = "node17";
  report.mode = "enforce";
  report.time = std::chrono::system_clock::from_time_t(1796193717);
  report.node = {
      {.name = "rdma.netns", .desired = "shared", .actual = "shared", .state = State::in_sync, .since = report.time}};
  report.nics.push_back({"ens1", "rails", "0000:5e:00.0", "mlx5_core", "mlx5_0", 1, "ethernet", {}});
  report.nics[0].settings = {
      {.name = "mtu",
       .desired = "9000",
       .actual = "1500",
       .state = State::drifted,
       .cause = "because",
       .since = report.time},
      {.name = "dcb.pfc", .desired = "3", .actual = "3", .state = State::in_sync, .since = report.time},
      {.name = "ecn.priorities", .desired = "3", .state = State::unsupported, .since = report.time, .optional = true}};
  report.problems = {{profile::Severity::warning, "no-rdma",
                      "a long sentence that has to be broken, since nobody's terminal is "
                      "as wide as the sentences that roced makes at night"}};
  return report;
}

}  // namespace

TEST_CASE("the whole is as bad as the worst of its parts, and what is optional doesn't count when it is unsupported") {
  auto report = one_drifted();
  CHECK(report.state() == State::drifted);
  report.nics[0].settings[0].state = State::in_sync;
  CHECK(report.state() == State::in_sync);
  report.nics[0].settings[2].optional = false;
  CHECK(report.state() == State::unsupported);
  report.problems[0].severity = profile::Severity::error;
  CHECK(report.state() == State::failed);
}

TEST_CASE("a report comes back from its JSON as it was") {
  auto report = one_drifted();
  auto text = report::to_json(report);
  auto back = report::from_json(text);
  REQUIRE(back);
  CHECK(report::to_json(*back) == text);
  CHECK_FALSE(report::from_json("{}"));
  CHECK_FALSE(report::from_json("not JSON"));
}

TEST_CASE("the table keeps to its width, and one NIC's says nothing of the others' totals") {
  auto report = one_drifted();
  auto table = report::to_table(report, {}, {.legend = false});
  for (std::size_t at = 0; at < table.size();) {
    auto end = std::min(table.find('\n', at), table.size());
    CHECK_MESSAGE(end - at <= 80, table.substr(at, end - at));
    at = end + 1;
  }
  CHECK(report::to_table(report, {}, {}).find("1 drifted, 3 in sync.") != std::string::npos);
  CHECK(report::to_table(report, "node", {}).find("3 in sync") == std::string::npos);
}

TEST_CASE("what holds for a row of settings is said once") {
  auto report = one_drifted();
  auto& settings = report.nics[0].settings;
  settings.insert(settings.begin() + 1, settings[0]);
  settings[1].name = "children";
  auto text = report::to_table(report, "ens1", {});
  CHECK(text.find("children") != std::string::npos);
  auto first = text.find("because");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("because", first + 1) == std::string::npos);
}

TEST_CASE("the status line names three and counts the rest") {
  auto report = one_drifted();
  auto& settings = report.nics[0].settings;
  for (int i = 0; i < 4; ++i) settings.push_back(settings[0]);
  auto line = report::to_line(report);
  CHECK(line.find("5 of 8 settings not in sync") == 0);
  CHECK(line.ends_with(" and 2 more"));
}
