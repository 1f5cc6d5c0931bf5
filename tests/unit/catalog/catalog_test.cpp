#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "catalog/catalog.hpp"

using namespace roced::catalog;

TEST_CASE("each row can be found by its name, which no other has") {
  std::set<std::string_view> names;
  for (const auto& row : rows()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(find(row.name) == &row);
  }
  CHECK(find("dcb.ets") == nullptr);
  CHECK(find("") == nullptr);
}

TEST_CASE("a row says what its type needs, and explains itself") {
  for (const auto& row : rows()) {
    CAPTURE(row.name);
    CHECK(row.words.empty() == (row.type != Type::word));
    if (row.type == Type::number) CHECK(row.least < row.most);
    if (row.also) CHECK(*row.also > row.most);
    CHECK_FALSE(row.where.empty());
    CHECK_FALSE(row.since.empty());
    CHECK(row.text.ends_with('.'));
  }
}

TEST_CASE("a knob that is a file names it with its netdev, as where does") {
  for (const auto& row : rows()) {
    CAPTURE(row.name);
    if (!row.file.empty()) CHECK(row.file.find("{}") != std::string_view::npos);
    CHECK((row.combine == Combine::alone || !row.all.empty()));
  }
}

TEST_CASE("no setting is named as the table of another, so that each has its place in the profile") {
  for (const auto& row : rows())
    for (const auto& other : rows()) CHECK(row.name != other.table());
}

TEST_CASE("a name is its table and its key") {
  CHECK(find("dcb.pfc")->table() == "dcb");
  CHECK(find("dcb.pfc")->key() == "pfc");
  CHECK(find("mtu")->table().empty());
  CHECK(find("mtu")->key() == "mtu");
}

TEST_CASE("what is written first is what others rely on") {
  auto before = [](std::string_view first, std::string_view second) { return find(first) < find(second); };
  CHECK(before("dcb.dcbx", "dcb.trust"));
  CHECK(before("dcb.trust", "dcb.dscp_prio"));
  CHECK(before("dcb.dscp_prio", "dcb.pfc"));
  CHECK(before("mtu", "children"));
}

TEST_CASE("what protects traffic only together is one unit") {
  std::set<std::string_view> members;
  for (const auto& row : rows())
    if (!row.unit.empty()) members.insert(row.name);
  CHECK(members == std::set<std::string_view>{"dcb.global_pause", "dcb.ets.prio_tc", "dcb.ets.bandwidth",
                                              "dcb.ets.strict", "dcb.trust", "dcb.dscp_prio", "dcb.app.udp",
                                              "dcb.exact", "dcb.cable_length", "dcb.pfc", "dcb.buffer.prio",
                                              "dcb.buffer.size", "ecn.priorities"});
}
