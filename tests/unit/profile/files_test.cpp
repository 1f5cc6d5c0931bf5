#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "unit/profile/folder.hpp"

using namespace roced;
using test::Folder;
namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

TEST_CASE("a profile that isn't there, or is no file") {
  Folder folder;
  SUBCASE("absent") {
    CHECK(folder.lines() == Lines{"profile.toml: error: it can't be read: ENOENT (No such file or directory)"});
  }
  SUBCASE("a folder") {
    fs::create_directory(folder / "profile.toml");
    CHECK(folder.lines() == Lines{"profile.toml: error: it can't be read: EISDIR (Is a directory)"});
  }
  SUBCASE("a pipe that nobody writes to") {
    mkfifo((folder / "profile.toml").c_str(), 0600);
    CHECK(folder.lines() == Lines{"profile.toml: error: it is not a file"});
  }
  SUBCASE("a symlink to itself") {
    fs::create_symlink("profile.toml", folder / "profile.toml");
    CHECK(folder.lines() == Lines{"profile.toml: error: it can't be read: ELOOP (Too many levels of symbolic links)"});
  }
  CHECK_FALSE(folder.load().profile);
}

TEST_CASE("contents that are no profile") {
  Folder folder;
  SUBCASE("empty") {
    folder.write("profile.toml", "");
    CHECK(folder.lines() == Lines{"profile.toml:1:1: error: schema is missing"});
  }
  SUBCASE("larger than 1 MiB") {
    folder.write("profile.toml", "schema = 1\n#" + std::string(std::size_t{1} << 20, 'x'));
    CHECK(folder.lines() == Lines{"profile.toml: error: it is larger than 1 MiB"});
  }
  SUBCASE("not UTF-8") {
    folder.write("profile.toml", "schema = 1\nmode = \"\xff\xfe\"\n");
    auto lines = folder.lines();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("profile.toml:2:"));
  }
  SUBCASE("with a NUL") {
    folder.write("profile.toml", std::string{"schema = 1\n\0mode = 3\n", 21});
    auto lines = folder.lines();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("profile.toml:2:"));
  }
  SUBCASE("nested too deep in arrays") {
    folder.write("profile.toml", "schema = 1\nmtu = " + std::string(100000, '[') + '\n');
    auto lines = folder.lines();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].ends_with("exceeded maximum nested value depth of 16"));
  }
  SUBCASE("nested too deep by a key") {
    std::string key = "a";
    for (int depth = 0; depth < 100000; ++depth) key += ".a";
    folder.write("profile.toml", "schema = 1\n" + key + " = 1\n");
    CHECK(folder.lines() == Lines{"profile.toml:2:66: error: this is not TOML: a key with more than 32 dots"});
  }
  CHECK_FALSE(folder.load().profile);
}

TEST_CASE("characters beyond ASCII: in strings and comments, nowhere else") {
  Folder folder;
  auto mode = [&](const std::string& text) {
    folder.write("profile.toml", "schema = 1\nmode = " + text + '\n');
    return folder.lines();
  };
  auto no_mode = [](const std::string& text) {
    return Lines{"profile.toml:2:8: error: mode: \"" + text + "\" is none of \"observe\", \"enforce\""};
  };
  CHECK(mode("\"observe\" # naïve \"").empty());
  CHECK(mode("'observe' # '''").empty());
  CHECK(mode("\"é\\\"é\"") == no_mode("é\\\"é"));
  CHECK(mode("'é\\'") == no_mode("é\\\\"));
  CHECK(mode("\"\"\"a\"\"\"\"\"") == no_mode("a\\\"\\\""));
  CHECK(mode("[\"é\"]") == mode("[\"e\"]"));
  for (const char* number : {"3.scp'é'", "3['é'", "3='é'", "-'é", "1 \nx=3='é'", "[1,2'é']", "{a=+\"é\"}"}) {
    CAPTURE(number);
    REQUIRE(mode(number).size() == 1);
    CHECK(mode(number).front().find("a character beyond ASCII in a number") != std::string::npos);
  }
  CHECK(mode("“observe”") ==
        Lines{"profile.toml:2:8: error: this is not TOML: a character beyond ASCII outside of strings and comments"});
  CHECK(mode("\"é\" é") ==
        Lines{"profile.toml:2:12: error: this is not TOML: a character beyond ASCII outside of strings and comments"});
  CHECK(mode("\"\"\"\\\n é\"\"\"") ==
        Lines{"profile.toml:3:2: error: this is not TOML: a character beyond ASCII in a string of several lines"});
}

TEST_CASE("dots are counted in keys alone") {
  Folder folder;
  const std::string dots(200, '.');
  folder.write("profile.toml", "schema = 1 # " + dots + "\nmode = \"" + dots + "\"\n");
  auto lines = folder.lines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("is none of") != std::string::npos);
}

TEST_CASE("what a terminal would act on is escaped, and long strings are cut") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\nmode = \"\\u001b[2J" + std::string(100, 'x') + "\"\n\"\\u0007\" = 1\n");
  CHECK(folder.lines() == Lines{"profile.toml:2:8: error: mode: \"\\u001B[2J" + std::string(56, 'x') +
                                    "…\" is none of \"observe\", \"enforce\"",
                                "profile.toml:3:1: error: unknown key '\\u0007' in the top table"});
}

TEST_CASE("drop-ins: *.toml by name, no hidden ones; the folder need not exist") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\nrepair.limit = 1\n");
  CHECK(folder.load().profile->repair.limit == 1);
  folder.write("profile.d/20-b.toml", "repair.limit = 20\n");
  folder.write("profile.d/10-a.toml", "repair.limit = 10\n");
  folder.write("profile.d/.30-hidden.toml", "repair.limit = 30\n");
  folder.write("profile.d/40-backup.toml~", "repair.limit = 40\n");
  folder.write("profile.d/README", "not TOML");
  CHECK(folder.load().profile->repair.limit == 20);
  CHECK(folder.lines().empty());
}

TEST_CASE("a drop-in that is a link to /dev/null says nothing") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\n");
  fs::create_directory(folder / "profile.d");
  fs::create_symlink("/dev/null", folder / "profile.d/50-vendor.toml");
  CHECK(folder.lines().empty());
  CHECK(folder.load().profile);
}

TEST_CASE("drop-ins that can't be read are errors: a profile isn't used in part") {
  Folder folder;
  folder.write("profile.toml", "schema = 1\n");
  SUBCASE("a dangling link") {
    fs::create_directory(folder / "profile.d");
    fs::create_symlink("nowhere", folder / "profile.d/a.toml");
    CHECK(folder.lines() == Lines{"profile.d/a.toml: error: it can't be read: ENOENT (No such file or directory)"});
  }
  SUBCASE("the folder is a file") {
    folder.write("profile.d", "");
    CHECK(folder.lines() == Lines{"profile.d: error: it can't be read: ENOTDIR (Not a directory)"});
  }
  if (geteuid() != 0) {
    SUBCASE("no permission for the folder") {
      fs::create_directory(folder / "profile.d");
      fs::permissions(folder / "profile.d", fs::perms::none);
      CHECK(folder.lines() == Lines{"profile.d: error: it can't be read: EACCES (Permission denied)"});
    }
  }
  CHECK_FALSE(folder.load().profile);
}

TEST_CASE("all files that aren't TOML are named, and nothing is judged without them") {
  Folder folder;
  folder.write("profile.toml", "schema\n");
  folder.write("profile.d/a.toml", "nic.rails.mtu = 9000\n");
  folder.write("profile.d/b.toml", "[nic\n");
  auto lines = folder.lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("profile.toml:"));
  CHECK(lines[1].starts_with("profile.d/b.toml:"));
}
