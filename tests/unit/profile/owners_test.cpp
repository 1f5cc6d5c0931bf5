#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "unit/profile/folder.hpp"

using namespace roced;
namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

namespace {

/// A folder of a profile, as the service reads it.
class Guarded : public test::Folder {
 public:
  Guarded() {
    write("profile.toml", "schema = 1\nextends = \"one\"\n");
    write("base/one.toml", "schema = 1\n");
    write("profile.d/50-site.toml", "mode = \"observe\"\n");
    for (const auto& entry : fs::recursive_directory_iterator{path()})
      chmod(entry.path().c_str(), entry.is_directory() ? 0755 : 0644);
  }
  profile::Loaded load(bool guarded = true) const {
    return profile::load({path() / "profile.toml", path() / "profile.d", {path() / "base"}, guarded});
  }
  Lines lines() const { return Folder::lines(load()); }
  void mode(const std::string& name, mode_t mode) const { chmod((path() / name).c_str(), mode); }
};

std::string owner() { return geteuid() == 0 ? "root" : "uid " + std::to_string(geteuid()); }

}  // namespace

TEST_CASE("a profile that its owner alone may write is taken") {
  Guarded folder;
  CHECK(folder.lines().empty());
  CHECK(folder.load().profile);
}

TEST_CASE("what others may write is refused, and says what to do; whoever only looks may read it") {
  Guarded folder;
  std::string name, words = "it", mode;
  SUBCASE("the profile, by everybody") { name = "profile.toml", mode = "0646"; }
  SUBCASE("the profile, by its group") { name = "profile.toml", mode = "0664"; }
  SUBCASE("a base") { name = "base/one.toml", mode = "0666"; }
  SUBCASE("a drop-in") { name = "profile.d/50-site.toml", mode = "0666"; }
  SUBCASE("the folder of drop-ins") { name = "profile.d", words = "in it", mode = "0775"; }
  SUBCASE("the folder of bases") { name = "base", words = "in it", mode = "0777"; }
  folder.mode(name, static_cast<mode_t>(std::stoul(mode, nullptr, 8)));
  CHECK(folder.lines() == Lines{name + ": error: others than root may write " + words + " (mode " + mode + ", owner " +
                                owner() + "): it would decide what root writes"});
  CHECK_FALSE(folder.load().profile);
  CHECK(folder.load().diagnostics.front().advice ==
        "Once its content is as you want it: chmod go-w '" + (folder / name).string() + "'");
  CHECK(folder.load(false).profile);
}

TEST_CASE("so are the folders above, and those that a link leads through") {
  Guarded folder;
  SUBCASE("the folder itself") { chmod(folder.path().c_str(), 0777); }
  SUBCASE("a link to a file elsewhere") {
    fs::create_directory(folder / "elsewhere");
    fs::rename(folder / "profile.toml", folder / "elsewhere/site.toml");
    fs::create_symlink("elsewhere/site.toml", folder / "profile.toml");
    folder.mode("elsewhere", 0777);
  }
  SUBCASE("a link to a link") {
    fs::create_directory(folder / "elsewhere");
    fs::rename(folder / "profile.toml", folder / "real.toml");
    fs::create_symlink("../real.toml", folder / "elsewhere/middle.toml");
    fs::create_symlink("elsewhere/middle.toml", folder / "profile.toml");
    folder.mode("elsewhere", 0777);
  }
  CHECK(folder.lines().size() == 1);
  CHECK_FALSE(folder.load().profile);
}

TEST_CASE("a folder as /tmp is lets nobody replace what is another's; /dev/null masks a file") {
  Guarded folder;
  chmod(folder.path().c_str(), 01777);
  fs::remove(folder / "profile.d/50-site.toml");
  fs::create_symlink("/dev/null", folder / "profile.d/50-site.toml");
  CHECK(folder.lines().empty());
}

TEST_CASE("a base that nobody extends is of no concern") {
  Guarded folder;
  folder.write("profile.toml", "schema = 1\n");
  folder.mode("base", 0777);
  CHECK(folder.lines().empty());
}

TEST_CASE("another user's profile is refused") {
  if (geteuid() != 0) return;  // nobody else may give a file away
  Guarded folder;
  constexpr uid_t somebody = 1234;
  REQUIRE(chown((folder / "profile.toml").c_str(), somebody, 0) == 0);
  CHECK(folder.lines() == Lines{"profile.toml: error: others than root may write it (mode 0644, owner uid 1234): it "
                                "would decide what root writes"});
  CHECK(folder.load().diagnostics.front().advice.ends_with("chown root '" + (folder / "profile.toml").string() + "'"));
}
