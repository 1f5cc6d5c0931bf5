#include <doctest/doctest.h>

#include "unit/profile/folder.hpp"

using namespace roced;
using test::Folder;
using Lines = std::vector<std::string>;

TEST_CASE("a base lies below the profile, and its base below it") {
  Folder folder;
  folder.write("more-base/site.toml", "schema = 1\nrepair.limit = 1\nrepair.within = \"1m\"\nmode = \"enforce\"\n");
  folder.write("base/row.toml", "schema = 1\nextends = \"site\"\nrepair.limit = 2\nrepair.within = \"2m\"\n");
  folder.write("profile.toml", "schema = 1\nextends = \"row\"\nrepair.limit = 3\n");
  auto loaded = folder.load();
  REQUIRE(loaded.profile);
  CHECK(loaded.profile->repair.limit == 3);
  CHECK(loaded.profile->repair.within == std::chrono::minutes{2});
  CHECK(loaded.profile->mode == profile::Mode::enforce);
  CHECK(loaded.profile->path == (folder / "profile.toml").string());
}

TEST_CASE("the first folder wins") {
  Folder folder;
  folder.write("base/site.toml", "schema = 1\nrepair.limit = 1\n");
  folder.write("more-base/site.toml", "schema = 1\nrepair.limit = 2\n");
  folder.write("profile.toml", "schema = 1\nextends = \"site\"\n");
  CHECK(folder.load().profile->repair.limit == 1);
}

TEST_CASE("a profile that extends says the same as one that is written out") {
  Folder folder;
  folder.write("base/site.toml", "schema = 1\nrepair.limit = 1\n");
  folder.write("profile.toml", "schema = 1\nextends = \"site\"\nmode = \"enforce\"\n");
  CHECK(folder.load().profile->digest ==
        test::load("schema = 1\nmode = \"enforce\"\nrepair.limit = 1").profile->digest);
}

TEST_CASE("a base that can't be had") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\nextends = \"site\"\n");
  SUBCASE("is nowhere") {
    CHECK(folder.lines() == Lines{"profile.toml:2:11: error: extends: no base \"site\" in base and more-base"});
  }
  SUBCASE("is a folder") {
    std::filesystem::create_directory(folder / "base");
    std::filesystem::create_directory(folder / "base/site.toml");
    CHECK(folder.lines() == Lines{"base/site.toml: error: it can't be read: EISDIR (Is a directory)"});
  }
  SUBCASE("stands on one that is nowhere") {
    folder.write("base/site.toml", "extends = \"row\"\n");
    CHECK(folder.lines() == Lines{"base/site.toml:1:11: error: extends: no base \"row\" in base and more-base"});
  }
  SUBCASE("stands on itself in the end") {
    folder.write("base/site.toml", "extends = \"row\"\n");
    folder.write("base/row.toml", "extends = \"site\"\n");
    CHECK(folder.lines() == Lines{"base/row.toml:1:11: error: extends: goes in a circle: site > row > site"});
  }
  SUBCASE("has no name") {
    folder.write("profile.toml", "schema = 1\nextends = [\"site\"]\n");
    CHECK(folder.lines() == Lines{"profile.toml:2:11: error: extends: must be the name of a base, not an array"});
  }
  CHECK_FALSE(folder.load().profile);
}

TEST_CASE("a drop-in can't extend") {
  Folder folder;
  folder.write("base/site.toml", "schema = 1\n");
  folder.write("profile.toml", "schema = 1\n");
  folder.write("profile.d/a.toml", "extends = \"site\"\n");
  CHECK(folder.lines() ==
        Lines{"profile.d/a.toml:1:1: error: extends: a drop-in can't say it, only the profile and its bases can"});
}

TEST_CASE("each file that names a schema names 1") {
  Folder folder;
  folder.write("base/site.toml", "mode = \"observe\"\n");
  folder.write("profile.toml", "schema = 1\nextends = \"site\"\n");
  folder.write("profile.d/a.toml", "schema = 2\n");
  folder.write("profile.d/b.toml", "schema = 1\n");
  CHECK(folder.lines() ==
        Lines{"profile.d/a.toml:1:10: error: schema: 2 is not known to this version of roced; it reads 1"});
}
