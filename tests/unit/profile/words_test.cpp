#include <doctest/doctest.h>

#include <array>
#include <chrono>

#include "profile/digest.hpp"
#include "profile/duration.hpp"
#include "profile/nearest.hpp"
#include "profile/text.hpp"
#include "profile/values.hpp"

using namespace roced;
using namespace std::chrono_literals;

TEST_CASE("durations: a whole number and its unit") {
  CHECK(profile::parse_duration("60s") == 60s);
  CHECK(profile::parse_duration("10m") == 600s);
  CHECK(profile::parse_duration("10min") == 600s);
  CHECK(profile::parse_duration("1h") == 3600s);
  CHECK(profile::parse_duration("2d") == 172800s);
  CHECK(profile::parse_duration("0s") == 0s);
  for (const char* bad : {"", "s", "60", "60 s", " 60s", "60s ", "-1s", "+1s", "1.5h", "1m30s", "60S", "60sec", "0x3cs",
                          "3661d", "4294967295d", "4294967296s", "99999999999999999999s"}) {
    CAPTURE(bad);
    CHECK_FALSE(profile::parse_duration(bad));
  }
}

TEST_CASE("a duration is shown in the largest unit that divides it") {
  CHECK(profile::to_text(0s) == "0s");
  CHECK(profile::to_text(90s) == "90s");
  CHECK(profile::to_text(120s) == "2m");
  CHECK(profile::to_text(7200s) == "2h");
  CHECK(profile::to_text(86400s) == "1d");
}

TEST_CASE("the nearest word is one that was likely meant, or none") {
  constexpr std::array<std::string_view, 6> words{"dscp_prio", "dcbx", "trust", "pfc", "mtu", "ecn"};
  CHECK(profile::nearest("dscp-prio", words) == "dscp_prio");
  CHECK(profile::nearest("dscp_priority", words) == "dscp_prio");
  CHECK(profile::nearest("trsut", words) == "trust");
  CHECK(profile::nearest("pcf", words) == "pfc");
  CHECK(profile::nearest("mut", words) == "mtu");
  CHECK(profile::nearest("ets", words).empty());
  CHECK(profile::nearest("cable_length", words).empty());
  CHECK(profile::nearest("", words).empty());
  CHECK(profile::nearest(std::string(1000, 'x'), words).empty());
  CHECK(profile::nearest("tru", std::array<std::string_view, 2>{"try", "true"}) == "try");
}

TEST_CASE("a DSCP is plain decimal") {
  CHECK(profile::parse_key("0", 0, 63) == 0);
  CHECK(profile::parse_key("63", 0, 63) == 63);
  for (const char* bad : {"", "64", "00", "026", "0x1a", "+1", "-1", "1 ", "100", "ef"}) {
    CAPTURE(bad);
    CHECK_FALSE(profile::parse_key(bad, 0, 63));
  }
}

TEST_CASE("strings as TOML, and as a message shows them") {
  CHECK(profile::quoted("a\"b\\c\n\x7f\xc3\xa9") == "\"a\\\"b\\\\c\\u000A\\u007F\xc3\xa9\"");
  // 59 letters and half of a two-byte character would be cut in two.
  auto text = std::string(59, 'x') + "\xc3\xa9xx";
  CHECK(profile::shown(text) == std::string(59, 'x') + "…");
}

TEST_CASE("sha256, as FIPS 180-2 has it") {
  CHECK(profile::digest("abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
