#include <doctest/doctest.h>

#include "unit/profile/folder.hpp"

using namespace roced;
using test::Folder;

namespace {

constexpr auto below = R"(
schema = 1
[nic.rails]
match = { driver = "mlx5_core", kind = "pf" }
mtu = 9000
optional = ["mtu", "dcb.pfc"]
[nic.rails.dcb]
pfc = [3, 4]
dscp_prio = { 26 = 3, 34 = 4 }
[nic.rails.sysctl]
rp_filter = 2
)";

/// The group `rails` of `below` with one drop-in.
profile::Group rails_with(const std::string& drop_in) {
  Folder folder;
  folder.write("profile.toml", below);
  folder.write("profile.d/a.toml", drop_in);
  auto loaded = folder.load();
  INFO(folder.lines(loaded));
  REQUIRE(loaded.profile);
  REQUIRE(loaded.profile->groups.size() == 1);
  return loaded.profile->groups[0];
}

}  // namespace

TEST_CASE("tables merge, values replace, and each keeps its origin") {
  auto rails = rails_with("nic.rails.mtu = 4200\nnic.rails.dcb.trust = \"dscp\"\n");
  CHECK(test::value(rails, "mtu") == "4200");
  CHECK(test::place(test::wish(rails, "mtu")->origin) == "a.toml:1");
  CHECK(test::value(rails, "dcb.trust") == "dscp");
  CHECK(test::value(rails, "dcb.pfc") == "3 4");
  CHECK(test::place(test::wish(rails, "dcb.pfc")->origin) == "profile.toml:8");
  CHECK(test::place(rails.origin) == "profile.toml:3");
  CHECK(rails.match.driver == std::vector<std::string>{"mlx5_core"});
}

TEST_CASE("a DSCP map merges, a list of priorities is replaced") {
  auto rails = rails_with("[nic.rails.dcb]\npfc = [4]\ndscp_prio = { 34 = 3, 46 = 4 }\n");
  CHECK(test::value(rails, "dcb.dscp_prio") == "26=3 34=3 46=4");
  CHECK(test::value(rails, "dcb.pfc") == "4");
}

TEST_CASE("match replaces as a whole, also as a table of its own") {
  SUBCASE("inline") {
    auto rails = rails_with("nic.rails.match = { ifname = \"ens1\" }\n");
    CHECK(rails.match.driver.empty());
    CHECK(rails.match.kind.empty());
    CHECK(rails.match.ifname == std::vector<std::string>{"ens1"});
  }
  SUBCASE("with a header") {
    auto rails = rails_with("[nic.rails.match]\nifname = \"ens1\"\n");
    CHECK(rails.match.driver.empty());
    CHECK(rails.match.ifname == std::vector<std::string>{"ens1"});
  }
}

TEST_CASE("unset takes out what came before") {
  SUBCASE("dotted, from the group") {
    auto rails = rails_with("[nic.rails]\nunset = [\"mtu\", \"dcb.dscp_prio.34\", \"sysctl\"]\n");
    CHECK(test::value(rails, "mtu") == "absent");
    CHECK(test::value(rails, "dcb.dscp_prio") == "26=3");
    CHECK(test::value(rails, "dcb.pfc") == "3 4");
    CHECK(test::value(rails, "sysctl.rp_filter") == "absent");
  }
  SUBCASE("from the top") { CHECK(test::value(rails_with("unset = [\"nic.rails.mtu\"]\n"), "mtu") == "absent"); }
  SUBCASE("before the keys of its own table") {
    auto rails = rails_with("[nic.rails.dcb]\ndscp_prio = { 46 = 3 }\nunset = [\"dscp_prio\", \"pfc\"]\n");
    CHECK(test::value(rails, "dcb.dscp_prio") == "46=3");
    CHECK(test::value(rails, "dcb.pfc") == "absent");
  }
  SUBCASE("from within a map") {
    auto rails = rails_with("[nic.rails.dcb.dscp_prio]\nunset = [\"26\"]\n");
    CHECK(test::value(rails, "dcb.dscp_prio") == "34=4");
  }
  SUBCASE("nothing, where nothing was") {
    CHECK(test::value(rails_with("nic.rails.unset = [\"children\", \"roce.dscp\"]\n"), "mtu") == "9000");
  }
}

TEST_CASE("a group can go as a whole") {
  Folder folder;
  folder.write("profile.toml", below);
  folder.write("profile.d/a.toml", "nic.unset = [\"rails\"]\n");
  CHECK(folder.load().profile->groups.empty());
}

TEST_CASE("a later drop-in brings back what an earlier one took out") {
  Folder folder;
  folder.write("profile.toml", below);
  folder.write("profile.d/a.toml", "nic.rails.unset = [\"mtu\"]\n");
  folder.write("profile.d/b.toml", "nic.rails.mtu = 1500\n");
  CHECK(test::value(folder.load().profile->groups[0], "mtu") == "1500");
}

TEST_CASE("a group needs its match only after merging, and a wrong value is none once it is replaced") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\n[nic.rails]\nmtu = \"large\"\n");
  CHECK(folder.lines().size() == 2);
  folder.write("profile.d/a.toml", "nic.rails.match.driver = \"mlx5_core\"\nnic.rails.mtu = 9000\n");
  CHECK(folder.lines().empty());
}
