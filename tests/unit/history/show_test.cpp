#include <doctest/doctest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "history/fields.hpp"
#include "history/show.hpp"
#include "zone.hpp"

using namespace roced;
using history::Entry;
using nlohmann::json;
namespace field = history::field;

namespace {

Entry entry(const char* message_id, std::map<std::string, std::string, std::less<>> fields) {
  auto kind = history::kind_of(message_id);
  REQUIRE(kind);
  Entry entry{.time = converge::Time{std::chrono::microseconds{1796191200'123456}}, .boot = "b1", .kind = *kind};
  entry.fields = std::move(fields);
  return entry;
}

Entry repaired() {
  return entry(history::message::repaired, {{field::subject, "ens1"},
                                            {field::setting, "mtu"},
                                            {field::desired, "9000"},
                                            {field::actual, "9000"},
                                            {field::was, "1500"},
                                            {field::state, "in-sync"},
                                            {field::who, "by tee (pid 812)"},
                                            {field::latency, "3123"}});
}

Entry held() {
  return entry(history::message::held, {{field::subject, "ens1"},
                                        {field::setting, "dcb.pfc"},
                                        {field::desired, "3"},
                                        {field::actual, "none"},
                                        {field::state, "held"},
                                        {field::cause, "2 queue pairs of python3 (pid 4242)"}});
}

Entry gone() {
  return entry(history::message::problem,
               {{field::priority, "3"}, {field::code, "nic-gone"}, {field::text, "ens2 was here and is gone"}});
}

}  // namespace

TEST_CASE("each message of roced's is something, others are nothing") {
  CHECK(history::event_of(repaired()) == "repaired");
  CHECK(history::event_of(held()) == "held");
  CHECK(history::event_of(gone()) == "error");
  auto warning = gone();
  warning.fields[field::priority] = "4";
  CHECK(history::event_of(warning) == "warning");
  CHECK(history::event_of(entry(history::message::returned, {})) == "returned");
  CHECK(history::event_of(entry(history::message::profile, {})) == "profile");
  CHECK(history::event_of(entry(history::message::failed, {{field::state, "failed"}})) == "failed");
  CHECK_FALSE(history::kind_of("3bb63ec5a6b0421a8a2e0c7c7b1d5fff"));
  CHECK_FALSE(history::kind_of(""));
}

TEST_CASE("a line says when, what, from what to what, and who") {
  auto text = history::to_table({repaired(), held(), gone()}, {.width = 120});
  CHECK(text.find("repaired  ens1  mtu: 1500 to 9000 in 3 ms") != std::string::npos);
  CHECK(text.find("changed by tee (pid 812)") != std::string::npos);
  CHECK(text.find("held      ens1  dcb.pfc: none, want 3\n") != std::string::npos);
  CHECK(text.find("error     ens2 was here and is gone\n") != std::string::npos);
  CHECK(text.find("TIME") == 0);
  CHECK(history::to_table({held()}, {.legend = false}).find("TIME") == std::string::npos);
}

TEST_CASE("of one that is in sync again, nobody is said to have done it") {
  auto again = entry(history::message::stands, {{field::subject, "ens1"},
                                                {field::setting, "mtu"},
                                                {field::desired, "9000"},
                                                {field::actual, "9000"},
                                                {field::state, "in-sync"},
                                                {field::who, "by tee (pid 812)"}});
  auto text = history::to_table({again}, {});
  CHECK(text.find("mtu: 9000\n") != std::string::npos);
  CHECK(text.find("tee") == std::string::npos);
}

TEST_CASE("what a terminal would obey is shown, and no name makes a line of its own") {
  auto evil = held();
  evil.fields[field::subject] = "ens\x1b[2J";
  evil.fields[field::cause] = "set by x\n2026-12-02 06:00:00  repaired  ens1  mtu: 1500 to 9000 \x1b[8m";
  auto text = history::to_table({evil}, {.width = 200, .legend = false});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("ens\\x1b[2J") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
}

TEST_CASE("a line is between two boots, and a host is named where there are several") {
  auto first = repaired(), second = held();
  second.boot = "b2";
  CHECK(history::to_table({first, first}, {}).find("-- boot") == std::string::npos);
  CHECK(history::to_table({first, second}, {}).find("-- boot b2 --\n") != std::string::npos);
  first.fields[field::host] = "node1";
  second.fields[field::host] = "node2";
  auto text = history::to_table({first, second}, {});
  CHECK(text.find("node1  repaired") != std::string::npos);
  CHECK(text.find("-- boot") == std::string::npos);
}

TEST_CASE("the summary says how far back the journal goes, and what it can't tell") {
  test::Zone utc{"UTC"};
  auto begins = converge::Time{std::chrono::seconds{1796191200}};
  CHECK(history::summary({repaired()}, {}, {.begins = begins}) == "1 entry; the journal begins at 2026-12-02 06:00:00");
  auto text = history::summary({}, {.since = begins - std::chrono::hours{1}}, {.begins = begins, .is_volatile = true});
  CHECK(text.find("nothing since 2026-12-02 05:00:00; the journal begins at 2026-12-02 06:00:00, what was before is "
                  "gone and is kept in memory alone") == 0);
  CHECK(history::summary({}, {}, {}) == "nothing; the journal is empty");
}

TEST_CASE("JSON has the fields under the report's names, and null where nothing is known") {
  auto all = json::parse(history::to_json({repaired(), held(), gone()}, {.unreadable_files = 2}));
  CHECK(all["schema"] == 1);
  CHECK(all["journal"]["begins"].is_null());
  CHECK(all["journal"]["unreadable_files"] == 2);
  const auto& first = all["entries"][0];
  CHECK(first["time"] == "2026-12-02T06:00:00.123456Z");
  CHECK(first["event"] == "repaired");
  CHECK(first["subject"] == "ens1");
  CHECK(first["was"] == "1500");
  CHECK(first["who"] == "by tee (pid 812)");
  CHECK(first["latency_usec"] == 3123);
  CHECK(all["entries"][1]["latency_usec"].is_null());
  CHECK(all["entries"][1]["who"].is_null());
  CHECK(all["entries"][2]["code"] == "nic-gone");
  CHECK_FALSE(all["entries"][2].contains("setting"));
  auto broken = repaired();
  broken.fields[field::latency] = "3ms";
  broken.fields[field::cause] = "\xff";
  all = json::parse(history::to_json({broken}, {}));
  CHECK(all["entries"][0]["latency_usec"].is_null());
}
