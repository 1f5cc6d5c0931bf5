#include <doctest/doctest.h>

#include <algorithm>

#include "report/json.hpp"
#include "report/plain.hpp"
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

TEST_CASE("the daemon's table says since when, but of what the node lacks") {
  auto report = one_drifted();
  auto& settings = report.nics[0].settings;
  settings[0].since = std::chrono::system_clock::now() - std::chrono::hours{3};
  settings[2].optional = false;
  auto text = report::to_table(report, {}, {.of_daemon = true});
  CHECK(text.find("drifted: 1500, for 3 h\n") != std::string::npos);
  CHECK(text.find("unsupported\n") != std::string::npos);
  CHECK(report::to_table(report, {}, {}).find("3 h") == std::string::npos);
}

TEST_CASE("what a terminal would obey is shown; all other text stays as it is") {
  CHECK(report::plain("ens1: 541 µs, done") == "ens1: 541 µs, done");
  CHECK(report::plain("a\x1b[31mb\nc\td\x7f") == "a\\x1b[31mb\\x0ac\\x09d\\x7f");
  CHECK(report::plain("\xc2\x9b"
                      "2J") ==
        "\\xc2\\x9b"
        "2J");  // a CSI of one character
  CHECK(report::plain("\x9b"
                      "2J\xff\xc2") ==
        "\\x9b"
        "2J\\xff\\xc2");
  CHECK(report::plain("\xe2\x80\xae"
                      "x") ==
        "\\xe2\\x80\\xae"
        "x");  // right to left from here on
  CHECK(report::plain("\xe6\x97\xa5\xf0\x9f\x90\xa7") == "\xe6\x97\xa5\xf0\x9f\x90\xa7");
  CHECK(report::plain("").empty());
}

TEST_CASE("several reports in one text are read, each with its line") {
  auto one = report::to_json(one_drifted());
  auto all = report::read_all("\n" + one + "\n" + one + "  " + one);
  REQUIRE(all.size() == 3);
  CHECK(all[0].line == 2);
  CHECK(all[1].line == 3);
  CHECK(all[2].line == 3);
  for (const auto& each : all) {
    REQUIRE(each.report);
    CHECK(report::to_json(*each.report) == one);
  }
  CHECK(report::read_all(" \n\n ").empty());
}

TEST_CASE("what is no report is told with its place") {
  auto error = [](const std::string& text) {
    auto all = report::read_all(text);
    REQUIRE_FALSE(all.empty());
    REQUIRE_FALSE(all.back().report);
    return all.back().report.error();
  };
  auto replaced = [](const std::string& from, const std::string& to) {
    auto text = report::to_json(one_drifted());
    auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  CHECK(error("{\n \"schema\": tru}").find("2:15: this is no JSON: ") == 0);
  CHECK(error(report::to_json(one_drifted()) + "\n{\"schema\"").find("2:10: this is no JSON: ") == 0);
  CHECK(error("\n8e888") == "2: this is no JSON: number overflow parsing '8e888'");
  CHECK(error("\n[]") == "2: an object is needed here");
  CHECK(error("{}") == "1: this is no report of roced: 'schema' is missing");
  CHECK(error("{\"name\": \"ens1\", \"settings\": []}").find("1: this is a part of a report") == 0);
  CHECK(error(replaced("\"schema\":1", "\"schema\":2")).find("1: its schema is 2, and this rocectl reads 1") == 0);
  CHECK(error(replaced("\"host\":\"node17\"", "\"host\":7")) == "1: host: a text is needed here");
  CHECK(error(replaced("\"host\":\"node17\",", "")) == "1: 'host' is missing");
  CHECK(error(replaced("\"state\":\"drifted\",\"cause\"", "\"state\":\"drfted\",\"cause\"")) ==
        "1: nics[0].settings[0].state: 'drfted' is no state");
  CHECK(error(replaced("\"port\":1", "\"port\":-1")) == "1: nics[0].port: a number from 0 on is needed here");
  CHECK(error(replaced("\"optional\":true", "\"optional\":1")) ==
        "1: nics[0].settings[2].optional: true or false is needed here");
  CHECK(error(replaced("\"nics\":[", "\"nics\":7,\"x\":[")) == "1: nics: an array is needed here");
  CHECK(error(replaced("\"severity\":\"warning\"", "\"severity\":\"bad\"")) ==
        "1: problems[0].severity: 'bad' is neither error nor warning");
  CHECK(error(replaced("2026-12-02T", "2026-12-02 ")).find("is no time as") != std::string::npos);
  CHECK(error(replaced("2026-12-02T", "6026-12-02T")).find("is no time as") != std::string::npos);
}
