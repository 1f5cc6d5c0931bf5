#include <doctest/doctest.h>

#include "unit/profile/folder.hpp"

using namespace roced;

namespace {

profile::Group group(const std::string& text) {
  auto loaded = test::load("schema = 1\n[nic.rails]\nmatch.driver = \"mlx5_core\"\n" + text);
  if (!loaded.profile) FAIL(loaded.diagnostics.front().line());
  return loaded.profile->groups[0];
}

}  // namespace

TEST_CASE("priority, DSCP and CNP bring PFC, ECN and the map, as wishes that follow") {
  auto rails =
      group("sysctl.rp_filter = 2\n[nic.rails.roce]\npriority = 3\ndscp = 26\ncnp_priority = 6\ncnp_dscp = 48\n");
  CHECK(test::value(rails, "dcb.pfc") == "3");
  CHECK(test::value(rails, "ecn.priorities") == "3");
  CHECK(test::value(rails, "dcb.dscp_prio") == "26=3 48=6");
  CHECK(test::place(test::wish(rails, "dcb.pfc")->origin) == "profile.toml:6");
  CHECK(test::place(test::wish(rails, "dcb.dscp_prio")->origin) == "profile.toml:7");
  std::vector<std::string_view> names;
  for (const auto& wish : rails.wishes) {
    names.push_back(wish.row->name);
    CHECK(wish.follows == (wish.row->name != "sysctl.rp_filter"));
  }
  CHECK(names == std::vector<std::string_view>{"dcb.dscp_prio", "dcb.pfc", "ecn.priorities", "dcqcn.cnp_dscp",
                                               "dcqcn.cnp_802p_prio", "rdma_cm.tos", "sysctl.rp_filter"});
  CHECK(test::value(rails, "rdma_cm.tos") == "106");
}

TEST_CASE("a priority alone brings no map") {
  auto rails = group("roce.priority = 5\n");
  CHECK(test::value(rails, "dcb.pfc") == "5");
  CHECK(test::value(rails, "dcb.dscp_prio") == "absent");
}

TEST_CASE("what is written out stays as it is, and doesn't follow") {
  auto rails = group("dcb.pfc = [3, 4]\ndcb.dscp_prio = { 34 = 4 }\nroce.priority = 3\nroce.dscp = 26\n");
  CHECK(test::value(rails, "dcb.pfc") == "3 4");
  CHECK_FALSE(test::wish(rails, "dcb.pfc")->follows);
  CHECK(test::value(rails, "dcb.dscp_prio") == "26=3 34=4");
  CHECK_FALSE(test::wish(rails, "dcb.dscp_prio")->follows);
  CHECK(test::value(rails, "ecn.priorities") == "3");
  CHECK(test::wish(rails, "ecn.priorities")->follows);
}

TEST_CASE("the same said twice is no contradiction") {
  auto rails = group("dcb.dscp_prio = { 26 = 3 }\nroce.priority = 3\nroce.dscp = 26\n");
  CHECK(test::value(rails, "dcb.dscp_prio") == "26=3");
}

TEST_CASE("the intent comes after merging") {
  test::Folder folder;
  folder.write("profile.toml",
               "schema = 1\n[nic.rails]\nmatch.driver = \"mlx5_core\"\nroce.priority = 3\nroce.dscp = 26\n");
  folder.write("profile.d/a.toml", "nic.rails.roce.priority = 5\n");
  auto loaded = folder.load();
  REQUIRE(loaded.profile);
  CHECK(test::value(loaded.profile->groups[0], "dcb.pfc") == "5");
  CHECK(test::value(loaded.profile->groups[0], "dcb.dscp_prio") == "26=5");
}

TEST_CASE("a contradiction across files names the other file") {
  test::Folder folder;
  folder.write("profile.toml", "schema = 1\n[nic.rails]\nmatch.driver = \"mlx5_core\"\nroce.priority = 3\n");
  folder.write("profile.d/a.toml", "nic.rails.dcb.pfc = [5]\n");
  CHECK(folder.lines() == std::vector<std::string>{"profile.d/a.toml:1:15: error: dcb.pfc: 5 lacks priority 3, which "
                                                   "roce.priority (profile.toml:4:6) asks for"});
}
