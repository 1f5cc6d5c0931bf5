#include <doctest/doctest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "../temporary_folder.hpp"
#include "compare/comparison.hpp"
#include "compare/show.hpp"
#include "report/json.hpp"

using namespace roced;
using compare::NodeReport;
using converge::Report;
using settings::State;

namespace {

converge::SettingReport setting(const char* name, const char* value, State state = State::in_sync) {
  return {.name = name, .desired = state == State::in_sync ? value : "9000", .actual = value, .state = state};
}

NodeReport called(const std::string& name) {
  Report report{.version = "0.1.0",
                .host = name,
                .mode = "enforce",
                .profile_digest = "sha256:0123456789",
                .node = {setting("rdma.netns", "shared")},
                .nics = {},
                .problems = {}};
  for (const char* nic : {"ens1", "ens2"})
    report.nics.push_back({nic,
                           "rails",
                           "0000:5e:00.0",
                           "mlx5_core",
                           "mlx5_0",
                           1,
                           "ethernet",
                           {setting("mtu", "9000"), setting("dcb.pfc", "3")}});
  return {.label = name, .file = name + ".json", .report = std::move(report)};
}

std::vector<NodeReport> fleet(std::size_t size) {
  std::vector<NodeReport> nodes;
  for (std::size_t i = 0; i < size; ++i) nodes.push_back(called("node" + std::to_string(i)));
  return nodes;
}

const compare::Point& point(const compare::Comparison& comparison, const std::string& subject,
                            const std::string& name) {
  auto found = std::find_if(comparison.differing.begin(), comparison.differing.end(),
                            [&](const auto& each) { return each.subject == subject && each.name == name; });
  REQUIRE(found != comparison.differing.end());
  return *found;
}

void drift(NodeReport& node, const char* cause = "") {
  auto& mtu = node.report.nics[0].settings[0];
  mtu = setting("mtu", "1500", State::drifted);
  mtu.cause = cause;
}

}  // namespace

TEST_CASE("alike is alike, whatever the times, causes and addresses; and alike isn't well") {
  auto nodes = fleet(3);
  nodes[1].report.time = std::chrono::system_clock::now();
  nodes[1].report.nics[0].pci = "0000:a1:00.0";
  nodes[1].report.nics[0].rdma_device = "mlx5_7";
  for (auto& each : nodes) drift(each, each.label.c_str());
  auto comparison = compare::compare(nodes);
  CHECK(comparison.differing.empty());
  CHECK(comparison.alike > 10);
  CHECK(compare::to_table(comparison, nodes, {}).find("3 reports are alike") == 0);
  CHECK(compare::to_table(comparison, nodes, {}).find("drifted") != std::string::npos);
}

TEST_CASE("the outlier comes before many that differ, and the worse before the better") {
  auto nodes = fleet(20);
  for (std::size_t i = 0; i < 8; ++i) nodes[i].report.version = "0.0.9";
  nodes[11].report.mode = "observe";
  drift(nodes[12], "set by tee (pid 7)");
  auto comparison = compare::compare(nodes);
  REQUIRE(comparison.outliers.size() == 3);
  CHECK(comparison.outliers[0].nodes == std::vector<std::size_t>{12});
  CHECK(comparison.outliers[1].nodes == std::vector<std::size_t>{11});
  CHECK(comparison.outliers[2].nodes.size() == 8);
  CHECK(point(comparison, "ens1", "mtu").variants.front().holders.size() == 19);
  auto text = compare::to_table(comparison, nodes, {});
  CHECK(text.find("10 of 20 nodes differ from most\n\nnode12\n") == 0);
  CHECK(text.find("ens1 mtu              1500, drifted, want 9000\n") != std::string::npos);
  CHECK(text.find("19 of 20: 9000, in sync\n") != std::string::npos);
  CHECK(text.find("set by tee (pid 7)\n") != std::string::npos);
}

TEST_CASE("many names are cut short for people, and none for scripts") {
  auto nodes = fleet(40);
  for (std::size_t i = 0; i < 15; ++i) nodes[i].report.version = "0.0.9";
  auto comparison = compare::compare(nodes);
  CHECK(compare::to_table(comparison, nodes, {}).find("node7 and 7 more") != std::string::npos);
  auto json = nlohmann::json::parse(compare::to_json(comparison, {nodes, {}}));
  CHECK(json["outliers"][0]["nodes"].size() == 15);
  CHECK(json["differences"][0]["variants"][1]["nodes"].size() == 15);
  CHECK(json["nodes"].size() == 40);
}

TEST_CASE("two nodes: the second differs from the first") {
  auto nodes = fleet(2);
  drift(nodes[0]);
  auto comparison = compare::compare(nodes);
  REQUIRE(comparison.outliers.size() == 1);
  CHECK(comparison.outliers[0].nodes == std::vector<std::size_t>{1});
  auto text = compare::to_table(comparison, nodes, {});
  CHECK(text.find("node1 differs from node0\n  ens1 mtu") == 0);
  CHECK(text.find("node0: 1500, drifted, want 9000\n") != std::string::npos);
}

TEST_CASE("three nodes that all differ: the one in sync is what the others are held to") {
  auto nodes = fleet(3);
  drift(nodes[0]);
  drift(nodes[1]);
  nodes[1].report.nics[0].settings[0].actual = "1400";
  auto comparison = compare::compare(nodes);
  CHECK(point(comparison, "ens1", "mtu").variants.front().value.state == State::in_sync);
  CHECK(comparison.outliers.size() == 2);
}

TEST_CASE("what each node has of its own hides no outlier") {
  auto nodes = fleet(5);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i].report.nics[1].settings.push_back(setting("routing.source_tables", std::to_string(i).c_str()));
  drift(nodes[3]);
  auto comparison = compare::compare(nodes);
  REQUIRE(comparison.outliers.size() == 1);
  CHECK(comparison.outliers[0].nodes == std::vector<std::size_t>{3});
  auto text = compare::to_table(comparison, nodes, {});
  CHECK(text.find("each node has its own: ens2 routing.source_tables\n") != std::string::npos);
}

TEST_CASE("of a NIC that isn't there, that alone is said; of a setting, that it isn't there") {
  auto nodes = fleet(3);
  nodes[1].report.nics.pop_back();
  nodes[2].report.nics[0].settings.pop_back();
  auto comparison = compare::compare(nodes);
  REQUIRE(comparison.differing.size() == 2);
  CHECK(point(comparison, "ens2", "").variants[1].holders.front().node == 1);
  CHECK_FALSE(point(comparison, "ens1", "dcb.pfc").variants[1].value.there);
  CHECK(compare::to_table(comparison, nodes, {}).find("ens1 dcb.pfc          not there\n") != std::string::npos);
}

TEST_CASE("the same found, but another value wanted, is a difference") {
  auto nodes = fleet(3);
  nodes[1].report.nics[0].settings[1] = {
      .name = "dcb.pfc", .desired = "4", .actual = "3", .state = State::pending_reboot};
  auto text = compare::to_table(compare::compare(nodes), nodes, {});
  CHECK(text.find("3, pending reboot, want 4") != std::string::npos);
}

TEST_CASE("problems are compared by their codes, not by their words") {
  auto nodes = fleet(3);
  for (std::size_t i = 0; i < 2; ++i)
    nodes[i].report.problems.push_back(
        {profile::Severity::error, "nic-gone", "ens" + std::to_string(i) + " was here and is gone"});
  auto comparison = compare::compare(nodes);
  REQUIRE(comparison.outliers.size() == 1);
  CHECK(comparison.outliers[0].nodes == std::vector<std::size_t>{2});
  nodes[2].report.problems.push_back({profile::Severity::warning, "nic-gone", "x"});
  CHECK(compare::compare(nodes).outliers.size() == 1);
  nodes[2].report.problems.back().severity = profile::Severity::error;
  CHECK(compare::compare(nodes).outliers.empty());
}

TEST_CASE("names of nodes and of NICs don't reach the terminal raw") {
  auto nodes = fleet(2);
  nodes[1].label = "node\x1b[2J";
  nodes[1].report.nics[0].name = "ens\x1b[8m\n";
  auto text = compare::to_table(compare::compare(nodes), nodes, {});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("ens\\x1b[8m\\x0a") != std::string::npos);
}

TEST_CASE("a node is called as its host, or as its file where two are called alike") {
  test::TemporaryFolder folder;
  auto report = called("node1").report, other = called("node2").report;
  folder.write("a.json", report::to_json(report));
  folder.write("b.json", report::to_json(report));
  folder.write("all.json", report::to_json(other) + "\n" + report::to_json(report) + "\n{");
  auto file = [&](const char* name) { return (folder / name).string(); };
  auto reports = compare::read({file("a.json"), file("b.json"), file("all.json"), file("none.json")});
  REQUIRE(reports.nodes.size() == 4);
  CHECK(reports.nodes[0].label == file("a.json"));
  CHECK(reports.nodes[2].label == "node2");
  CHECK(reports.nodes[3].label == file("all.json") + ":2");
  REQUIRE(reports.complaints.size() == 2);
  CHECK(reports.complaints[0].find(file("all.json") + ":3:2: this is no JSON") == 0);
  CHECK(reports.complaints[1] == file("none.json") + " can't be read: ENOENT (No such file or directory)");
}
