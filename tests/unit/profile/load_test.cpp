#include <doctest/doctest.h>

#include <chrono>

#include "unit/profile/folder.hpp"

using namespace roced;
using test::Folder;
using namespace std::chrono_literals;

TEST_CASE("what a profile says is in the Profile, in the order of the catalogue") {
  auto loaded = test::load(R"(
schema = 1
mode = "enforce"
[check]
every = "5m"
[repair]
disruptive = "never"
idle_for = "90s"
limit = 3
within = "1h"
[early]
wait = "2m"
[rdma]
netns = "exclusive"
[nic.rails]
match = { driver = "mlx5_core", vendor = "0x15B3", device = ["1021", "0x101D"], pci = "0000:5E:*", kind = "pf", not = { ifname = ["lo", "ens3*"] } }
count = 8
mode = "observe"
optional = ["ecn.priorities", "dcb.pfc", "ecn.priorities"]
sysctl.rp_filter = 2
sysctl.arp_ignore = 8
ecn.priorities = []
dcb = { dscp_prio = { 26 = 3, 48 = 6 }, pfc = [4, 3] }
mtu = 9000
[nic.others]
match.ifname = "eth*"
)");
  REQUIRE(loaded.profile);
  const auto& profile = *loaded.profile;
  CHECK(profile.mode == profile::Mode::enforce);
  CHECK(profile.check_every == 300s);
  CHECK(profile.repair.disruptive == profile::Disruptive::never);
  CHECK(profile.repair.idle_for == 90s);
  CHECK(profile.repair.limit == 3);
  CHECK(profile.repair.within == 3600s);
  CHECK(profile.early_wait == 120s);
  REQUIRE(profile.node.size() == 1);
  CHECK(profile.node[0].row == catalog::find("rdma.netns"));
  CHECK(catalog::to_text(profile.node[0].value) == "exclusive");

  REQUIRE(profile.groups.size() == 2);
  const auto& others = profile.groups[0];
  CHECK(others.name == "others");
  CHECK(others.mode == profile::Mode::enforce);
  CHECK(others.wishes.empty());
  CHECK_FALSE(others.count);

  const auto& rails = profile.groups[1];
  CHECK(rails.name == "rails");
  CHECK(test::place(rails.origin) == "profile.toml:15");
  CHECK(rails.mode == profile::Mode::observe);
  CHECK(rails.count == 8U);
  CHECK(rails.optional == std::vector<std::string>{"dcb.pfc", "ecn.priorities"});
  CHECK(rails.match.driver == std::vector<std::string>{"mlx5_core"});
  CHECK(rails.match.vendor == std::vector<std::string>{"15b3"});
  CHECK(rails.match.device == std::vector<std::string>{"101d", "1021"});
  CHECK(rails.match.pci == std::vector<std::string>{"0000:5e:*"});
  CHECK(rails.match.kind == std::vector<std::string>{"pf"});
  CHECK(rails.match.ifname.empty());
  CHECK(rails.except.ifname == std::vector<std::string>{"ens3*", "lo"});
  std::vector<std::string_view> names;
  for (const auto& wish : rails.wishes) names.push_back(wish.row->name);
  CHECK(names == std::vector<std::string_view>{"mtu", "dcb.dscp_prio", "dcb.pfc", "ecn.priorities", "sysctl.arp_ignore",
                                               "sysctl.rp_filter"});
  CHECK(test::value(rails, "mtu") == "9000");
  CHECK(test::value(rails, "dcb.dscp_prio") == "26=3 48=6");
  CHECK(test::value(rails, "dcb.pfc") == "3 4");
  CHECK(test::value(rails, "ecn.priorities") == "none");
  CHECK(test::place(test::wish(rails, "mtu")->origin) == "profile.toml:24");
}

TEST_CASE("what a profile doesn't say has its default") {
  auto loaded = test::load("schema = 1");
  REQUIRE(loaded.profile);
  CHECK(loaded.profile->mode == profile::Mode::observe);
  CHECK(loaded.profile->check_every == 60s);
  CHECK(loaded.profile->repair.idle_for == 120s);
  CHECK(loaded.profile->repair.limit == 5);
  CHECK(loaded.profile->repair.within == 600s);
  CHECK(loaded.profile->repair.disruptive == profile::Disruptive::when_idle);
  CHECK(loaded.profile->early_wait == 60s);
}

TEST_CASE("a profile only observes where neither it nor a group of it enforces") {
  auto observes = [](const std::string& text) {
    auto loaded = test::load("schema = 1\n" + text);
    REQUIRE(loaded.profile);
    return loaded.profile->only_observes();
  };
  const std::string group = "[nic.a]\nmatch.driver = \"x\"\n";
  CHECK(observes(""));
  CHECK(observes(group));
  CHECK_FALSE(observes("mode = \"enforce\"\n"));
  CHECK_FALSE(observes(group + "mode = \"enforce\"\n"));
  CHECK_FALSE(observes("mode = \"enforce\"\n" + group + "mode = \"observe\"\n"));
}

TEST_CASE("an empty DSCP map is no wish") {
  auto loaded = test::load("schema = 1\n[nic.a]\nmatch.driver = \"x\"\ndcb.dscp_prio = {}\n");
  REQUIRE(loaded.profile);
  CHECK(loaded.profile->groups[0].wishes.empty());
}

TEST_CASE("FILE and FILE.d, nothing else") {
  auto sources = profile::Sources::of("/tmp/my.toml");
  CHECK(sources.file == "/tmp/my.toml");
  CHECK(sources.drop_ins == "/tmp/my.toml.d");
  CHECK(sources.bases == profile::Sources::installed().bases);
  CHECK(profile::Sources::installed().drop_ins == "/etc/roced/profile.d");
}

TEST_CASE("a diagnostic without a line names its file, one without a file only says what is wrong") {
  auto file = std::make_shared<const std::string>("/x.toml");
  CHECK(profile::Diagnostic{profile::Severity::error, {file, 3, 4}, "no", ""}.line() == "/x.toml:3:4: error: no");
  CHECK(profile::Diagnostic{profile::Severity::warning, {file, 0, 0}, "no", ""}.line() == "/x.toml: warning: no");
  CHECK(profile::Diagnostic{profile::Severity::error, {}, "no", ""}.line() == "error: no");
}

TEST_CASE("problems come in the order of the files, then of the lines") {
  Folder folder;
  folder.write("base/below.toml", "schema = 1\nrdma.netns = 5\nevery = 1\n");
  folder.write("profile.toml", "schema = 1\nextends = \"below\"\nhots = 1\nmode = 3\n");
  folder.write("profile.d/b.toml", "check.every = 7\n");
  folder.write("profile.d/a.toml", "repair.limit = 0\nrepair.within = 1\n");
  const std::string no_time = "must be a time with its unit, such as \"60s\", not ";
  const std::vector<std::string> expected{
      "base/below.toml:2:14: error: rdma.netns: must be a string, not 5",
      "base/below.toml:3:1: error: unknown key 'every' in the top table",
      "profile.toml:3:1: error: unknown key 'hots' in the top table",
      "profile.toml:4:8: error: mode: must be a string, not 3",
      "profile.d/a.toml:1:16: error: repair.limit: 0 is too small (1 to 1000000)",
      "profile.d/a.toml:2:17: error: repair.within: " + no_time + "1",
      "profile.d/b.toml:1:15: error: check.every: " + no_time + "7",
  };
  CHECK(folder.lines() == expected);
}
