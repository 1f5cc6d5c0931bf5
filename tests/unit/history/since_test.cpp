#include <doctest/doctest.h>

#include "history/since.hpp"
#include "report/json.hpp"
#include "zone.hpp"

using namespace roced;
using namespace std::chrono_literals;
using history::parse_since;
using std::chrono::system_clock;
using test::Zone;

namespace {

// 2026-12-02 06:00:00 UTC
const auto now = system_clock::from_time_t(1796191200);

std::string since(const char* text) {
  auto time = parse_since(text, now);
  return time ? report::rfc3339(*time) : "nothing";
}

}  // namespace

TEST_CASE("a moment is local, and what isn't said of it is zero or today's") {
  Zone berlin{"CET-1CEST,M3.5.0,M10.5.0/3"};
  CHECK(since("2026-12-02 03:14:07") == "2026-12-02T02:14:07Z");
  CHECK(since("2026-12-02 03:14") == "2026-12-02T02:14:00Z");
  CHECK(since("2026-12-02") == "2026-12-01T23:00:00Z");
  CHECK(since("2026-07-01") == "2026-06-30T22:00:00Z");  // summer there
  CHECK(since("03:14") == "2026-12-02T02:14:00Z");
  CHECK(since("03:14:07") == "2026-12-02T02:14:07Z");
  CHECK(since("today") == "2026-12-01T23:00:00Z");
  CHECK(since("yesterday") == "2026-11-30T23:00:00Z");
  CHECK(since("2026-12-02T02:14:07Z") == "2026-12-02T02:14:07Z");
}

TEST_CASE("a duration is before now") {
  CHECK(since("2h") == "2026-12-02T04:00:00Z");
  CHECK(since("90s ago") == "2026-12-02T05:58:30Z");
  CHECK(since("1d") == "2026-12-01T06:00:00Z");
}

TEST_CASE("what no calendar and no clock has is no moment") {
  for (const char* text :
       {"", "2026-02-30", "6026-02-03", "2026-13-01", "25:00", "03:60", "03:14:61", "2026-12-02 ", "2026-12-02 3h",
        "tomorrow", "2h later", " ago", "ago", "-1h", "2026-02-29T00:00:00Z", "1796191200"})
    CHECK_MESSAGE(since(text) == "nothing", text);
  CHECK(since("2028-02-29") != "nothing");
}

TEST_CASE("an hour that a change of the clock leaves out is taken, on its own day") {
  Zone berlin{"CET-1CEST,M3.5.0,M10.5.0/3"};
  CHECK(since("2026-03-29 02:30").starts_with("2026-03-29T0"));
}
