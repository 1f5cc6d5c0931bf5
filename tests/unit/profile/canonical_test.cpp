#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

#include "profile/canonical.hpp"
#include "profile/merge.hpp"
#include "profile/parse.hpp"
#include "profile/values.hpp"
#include "unit/profile/folder.hpp"

using namespace roced;

namespace {

profile::Profile profile_of(const std::string& text) {
  auto loaded = test::load(text);
  if (!loaded.profile) FAIL(loaded.diagnostics.front().line());
  return *loaded.profile;
}

constexpr auto said = R"(
schema = 1
mode = "enforce"
[nic.rails]
match = { driver = "mlx5_core", vendor = "15b3", not = { ifname = ["ens3", "lo"] } }
mode = "observe"
optional = ["ecn.priorities", "mtu"]
[nic.rails.dcb]
pfc = [3, 4]
dscp_prio = { 8 = 1, 26 = 3 , 34 = 4, 48 = 4}
[nic.rails.roce]
priority = 3
dscp = 26
)";

using Lines = std::vector<std::string>;

/// Lines of one table in any order, tables in any order, with comments and blank lines among them.
std::string shuffled(std::vector<Lines> tables, std::mt19937& random) {
  std::shuffle(tables.begin() + 1, tables.end(), random);
  std::string text;
  for (auto& lines : tables) {
    auto from = lines.begin() + (lines.front().starts_with('[') ? 1 : 0);
    std::shuffle(from, lines.end(), random);
    for (const auto& line : lines) {
      if (random() % 3 == 0) text += "\n# a comment\n";
      text += line + (random() % 2 == 0 ? "   # why\n" : "\n");
    }
  }
  return text;
}

/// A table of a few keys from a small alphabet, so that two of them meet.
std::string random_toml(std::mt19937& random) {
  std::string text;
  for (const char* table : {"", "[a]\n", "[a.b]\n", "[nic.x]\n", "[nic.x.match]\n"}) {
    if (random() % 3 == 0) continue;
    text += table;
    for (const char* key : {"p", "q", "r"})
      if (random() % 2 == 0) text += std::string{key} + " = " + std::to_string(random() % 4) + '\n';
    if (random() % 3 == 0) text += "unset = [\"p\", \"b.q\", \"x\"]\n";
  }
  return text;
}

profile::Table tree_of(const std::string& text) {
  profile::Findings findings;
  auto tree = profile::parse(text, nullptr, findings);
  REQUIRE(tree);
  return *tree;
}

}  // namespace

TEST_CASE("the canonical form is sorted TOML with the defaults in it") {
  CHECK(profile_of(said).canonical == R"(mode = "enforce"
schema = 1

[check]
every = "1m"

[early]
wait = "1m"

[nic.rails]
mode = "observe"
optional = ["ecn.priorities", "mtu"]

[nic.rails.dcb]
pfc = [3, 4]

[nic.rails.dcb.dscp_prio]
8 = 1
26 = 3
34 = 4
48 = 4

[nic.rails.match]
driver = "mlx5_core"
vendor = "15b3"

[nic.rails.match.not]
ifname = ["ens3", "lo"]

[nic.rails.roce]
dscp = 26
priority = 3

[repair]
disruptive = "when-idle"
idle_for = "2m"
limit = 5
within = "10m"
)");
}

TEST_CASE("comments stand above values and headers, and mean nothing") {
  auto tree = tree_of("schema = 1\nnic.a.match.driver = \"x\"\nnic.a.mtu = 9000\nnic.a.dcb.dscp_prio.26 = 3\n");
  auto text = profile::write(tree, {{"nic.a", "two\n\nlines"}, {"nic.a.mtu", "large"}, {"nic.b", "nowhere"}});
  CHECK(text == R"(schema = 1

# two
#
# lines
[nic.a]
# large
mtu = 9000

[nic.a.dcb.dscp_prio]
26 = 3

[nic.a.match]
driver = "x"
)");
  CHECK(profile_of(text).digest == profile_of(profile::write(tree)).digest);
}

TEST_CASE("a value of any setting is said as it is read") {
  using namespace catalog;
  for (const Value& value : {Value{true}, Value{std::uint64_t{9000}}, Value{std::string{"dscp"}},
                             Value{Priorities{3, 4}}, Value{NumberMap{{26, 3}}}, Value{Numbers{1, 0, 2, 3, 4, 5, 6, 7}},
                             Value{RateMap{{0, {100'000'000}}, {1, {}}}}}) {
    auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& each) {
      constexpr std::array types{Type::flag, Type::number,  Type::word, Type::priorities,
                                 Type::map,  Type::numbers, Type::rates};
      return each.scope == Scope::nic && each.type == types.at(value.index()) &&
             (each.type != Type::word || each.name == "dcb.trust") &&
             (each.type != Type::number || each.name == "mtu") &&
             (each.type != Type::map || each.name == "dcb.dscp_prio");
    });
    REQUIRE(row != rows().end());
    CAPTURE(row->name);
    profile::Findings findings;
    CHECK(profile::Values{findings}.of_row(*row, profile::item_of(value)) == value);
  }
}

TEST_CASE("each value of it is told with its origin, a default with none") {
  auto profile = profile_of(said);
  auto told = [&](std::string_view key) {
    auto at = std::find_if(profile.told.begin(), profile.told.end(), [&](const auto& each) { return each.key == key; });
    REQUIRE(at != profile.told.end());
    return at->value + " " + test::place(at->origin);
  };
  CHECK(told("mode") == "\"enforce\" profile.toml:3");
  CHECK(told("nic.rails.dcb.pfc") == "[3, 4] profile.toml:9");
  CHECK(told("nic.rails.dcb.dscp_prio.26") == "3 profile.toml:10");
  CHECK(told("nic.rails.match.not.ifname") == "[\"ens3\", \"lo\"] profile.toml:5");
  CHECK(told("repair.limit") == "5 nowhere");
  auto values = static_cast<std::size_t>(std::count(profile.canonical.begin(), profile.canonical.end(), '='));
  CHECK(profile.told.size() == values);
}

TEST_CASE("the canonical form is a profile that says the same") {
  auto profile = profile_of(said);
  auto again = profile_of(profile.canonical);
  CHECK(again.canonical == profile.canonical);
  CHECK(again.digest == profile.digest);
  CHECK(again.groups[0].wishes.size() == profile.groups[0].wishes.size());
}

TEST_CASE("the digest is the sha256 of it") {
  auto digest = profile_of("schema = 1\n").digest;
  CHECK(digest.size() == 7 + 64);
  CHECK(digest.starts_with("sha256:"));
}

TEST_CASE("the same meaning has the same digest") {
  auto one = [](const std::string& text) { return profile_of("schema = 1\n" + text).digest; };
  auto group = [&](const std::string& text) { return one("[nic.a]\nmatch.driver = \"x\"\n" + text); };
  CHECK(one("check.every = \"60s\"") == one("check.every = \"1m\""));
  CHECK(one("check.every = \"1m\"") == one(""));
  CHECK(one("mode = \"observe\"") == one(""));
  CHECK(group("dcb.pfc = [4, 3]") == group("dcb.pfc = [3, 4]"));
  CHECK(group("dcb = { dscp_prio = { 26 = 3 } }") == group("[nic.a.dcb.dscp_prio]\n26 = 0x3"));
  CHECK(group("mode = \"observe\"") == group(""));
  CHECK(group("[nic.a.dcb]") == group(""));
  CHECK(group("optional = []") == group(""));
  CHECK(one("nic.a.match = { vendor = \"0x15B3\" }") == one("nic.a.match.vendor = [\"15b3\"]"));
  CHECK(one("nic.a.match = { ifname = [\"b\", \"a\", \"b\"] }") == one("nic.a.match.ifname = [\"a\", \"b\"]"));
}

TEST_CASE("another meaning has another digest") {
  auto group = [](const std::string& text) {
    return profile_of("schema = 1\n[nic.a]\nmatch.driver = \"x\"\n" + text).digest;
  };
  CHECK(group("mtu = 9000") != group("mtu = 9001"));
  CHECK(group("mtu = 9000") != group(""));
  CHECK(group("dcb.pfc = []") != group(""));
  CHECK(group("mode = \"enforce\"") != group(""));
  CHECK(group("count = 1") != group(""));
  // Where the node has no such knob, what follows only warns.
  CHECK(group("roce.priority = 3") != group("roce.priority = 3\ndcb.pfc = [3]"));
}

TEST_CASE("the digest is indifferent to order, comments and blank lines") {
  std::mt19937 random{1};
  std::vector<Lines> tables{{"schema = 1", "mode = \"enforce\""},
                            {"[repair]", "limit = 3", "within = \"1h\"", "idle_for = \"5s\""},
                            {"[nic.a]", "mtu = 9000", "match = { driver = \"x\", kind = \"pf\" }", "count = 4"},
                            {"[nic.a.dcb]", "pfc = [3]", "trust = \"dscp\"", "dscp_prio = { 26 = 3 }"},
                            {"[nic.b]", "match = { ifname = \"y\" }", "children = \"leave\""}};
  auto digest = profile_of(shuffled(tables, random)).digest;
  for (int round = 0; round < 50; ++round) {
    auto text = shuffled(tables, random);
    CAPTURE(text);
    CHECK(profile_of(text).digest == digest);
  }
}

TEST_CASE("laying the same file over once more changes nothing") {
  std::mt19937 random{2};
  for (int round = 0; round < 500; ++round) {
    auto below = random_toml(random);
    auto over = random_toml(random);
    CAPTURE(below);
    CAPTURE(over);
    profile::Table once;
    profile::merge(once, tree_of(below));
    profile::merge(once, tree_of(over));
    auto twice = once;
    profile::merge(twice, tree_of(over));
    CHECK(profile::write(twice) == profile::write(once));
  }
}
