#include <doctest/doctest.h>

#include <string>

#include "catalog/catalog.hpp"
#include "catalog/value.hpp"

using namespace roced::catalog;

TEST_CASE("a value as a person writes it") {
  CHECK(to_text(true) == "true");
  CHECK(to_text(false) == "false");
  CHECK(to_text(std::uint64_t{9000}) == "9000");
  CHECK(to_text(std::string{"shared"}) == "shared");
  CHECK(to_text(Priorities{4, 3}) == "3 4");
  CHECK(to_text(Priorities{}) == "none");
  CHECK(to_text(NumberMap{{48, 6}, {26, 3}}) == "26=3 48=6");
  CHECK(to_text(NumberMap{}) == "none");
}

TEST_CASE("priorities are a set, however they came to be") {
  CHECK(Priorities{3, 4, 3} == Priorities{4, 3});
  CHECK(Priorities(0x18) == Priorities{3, 4});
  CHECK(Priorities{3}.bits() == 8);
  CHECK(Priorities{0, 7}.contains(0));
  CHECK(Priorities{0, 7}.contains(7));
  CHECK_FALSE(Priorities{0, 7}.contains(1));
  CHECK(Priorities{}.empty());
  CHECK_FALSE(Priorities{0}.empty());
}

TEST_CASE("disruptions by their names") {
  CHECK(to_text(Disruption::none) == "none");
  CHECK(to_text(Disruption::carrier) == "carrier");
  CHECK(to_text(Disruption::link) == "link");
  CHECK(to_text(Disruption::reboot) == "reboot");
}
