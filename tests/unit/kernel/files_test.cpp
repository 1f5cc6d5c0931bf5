#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include <sys/stat.h>

#include <doctest/doctest.h>

#include "../temporary_folder.hpp"
#include "kernel/files.hpp"
#include "kernel/new_file.hpp"

namespace roced::kernel {
namespace {

using Folder = test::TemporaryFolder;

}  // namespace

TEST_CASE("files are looked up below a root") {
  Folder folder;
  folder.write("sys/class/net/rail0/mtu", "1500\n");
  Files files{folder.path()};
  CHECK(files.read("/sys/class/net/rail0/mtu") == "1500\n");
  CHECK(files.exists("/sys/class/net/rail0"));
  CHECK_FALSE(files.exists("/sys/class/net/rail1"));
  auto missing = files.read("/sys/class/net/rail1/mtu");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ENOENT);
  CHECK(missing.error().action == "read /sys/class/net/rail1/mtu");
}

TEST_CASE("long files are read whole") {
  Folder folder;
  for (std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 100000U}) {
    std::string text(size, 'x');
    folder.write("sys/long", text);
    folder.write("proc/long", text);
    CHECK(Files{folder.path()}.read("/sys/long") == text);
    CHECK(Files{folder.path()}.read("/proc/long") == text);
  }
  // A file of /proc that comes in many pieces, none of them a whole buffer.
  auto symbols = Files{}.read("/proc/kallsyms");
  if (symbols) CHECK(symbols->ends_with('\n'));
}

TEST_CASE("a write needs the file") {
  Folder folder;
  folder.write("sys/knob", "1\n");
  Files files{folder.path()};
  CHECK(files.write("/sys/knob", "2\n"));
  CHECK(files.read("/sys/knob") == "2\n");
  auto missing = files.write("/sys/other", "2\n");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ENOENT);
  CHECK_FALSE(files.exists("/sys/other"));
}

TEST_CASE("a file of /etc isn't written through a symbolic link") {
  Folder folder;
  folder.write("victim", "mine\n");
  std::filesystem::create_directories(folder / "etc/modprobe.d");
  std::string name;
  SUBCASE("in its place") { name = "roced.conf"; }
  SUBCASE("in the place where it is written aside") { name = "roced.conf.new"; }
  std::filesystem::create_symlink(folder / "victim", folder / ("etc/modprobe.d/" + name));
  Files files{folder.path()};
  CHECK(files.replace("/etc/modprobe.d/roced.conf", "options ib_core netns_mode=0\n"));
  CHECK(files.read("/victim") == "mine\n");
  CHECK(files.read("/etc/modprobe.d/roced.conf") == "options ib_core netns_mode=0\n");
  CHECK_FALSE(std::filesystem::is_symlink(folder / "etc/modprobe.d/roced.conf"));
}

TEST_CASE("nothing is written where a name leads out of its folder") {
  Folder folder;
  folder.write("sys/knob", "1\n");
  std::filesystem::create_directories(folder / "sys/class/net");
  Files files{folder.path()};
  auto written = files.write("/sys/class/../knob", "2\n");
  REQUIRE_FALSE(written);
  CHECK(written.error().code == EINVAL);
  CHECK(files.read("/sys/knob") == "1\n");
  CHECK_FALSE(files.make_folder("/sys/class/net/../made"));
  CHECK_FALSE(files.exists("/sys/class/made"));
  CHECK_FALSE(files.remove_folder("/sys/class/net/.."));
  CHECK(files.make_folder("/sys/class/net/rail..0"));
}

TEST_CASE("a file of /etc is replaced as a whole") {
  Folder folder;
  folder.write("etc/modprobe.d/roced.conf", "a longer text than the new one\n");
  Files files{folder.path()};
  auto mask = umask(0077);
  CHECK(files.replace("/etc/modprobe.d/roced.conf", "options ib_core netns_mode=0\n"));
  CHECK(files.replace("/etc/modprobe.d/new.conf", "new\n"));
  umask(mask);
  CHECK(files.read("/etc/modprobe.d/roced.conf") == "options ib_core netns_mode=0\n");
  auto names = files.list("/etc/modprobe.d");
  REQUIRE(names);
  std::sort(names->begin(), names->end());
  CHECK(*names == std::vector<std::string>{"new.conf", "roced.conf"});
  struct stat status {};
  REQUIRE(stat((folder.path() / "etc/modprobe.d/new.conf").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0644U);
  CHECK(files.replace("/etc/nowhere/roced.conf", "x").error().code == ENOENT);
}

TEST_CASE("a replacement that can't be made leaves nothing behind") {
  Folder folder;
  folder.write("etc/roced.conf/inside", "a folder stands where the file should be\n");
  Files files{folder.path()};
  CHECK(files.replace("/etc/roced.conf", "x").error().code == EISDIR);
  CHECK(files.list("/etc").value().size() == 1);
}

TEST_CASE("links and folders") {
  Folder folder;
  folder.write("sys/devices/pci0000:00/0000:5e:00.0/vendor", "0x15b3\n");
  std::filesystem::create_symlink("devices/pci0000:00/0000:5e:00.0", folder.path() / "sys/device");
  Files files{folder.path()};
  CHECK(files.target("/sys/device") == "devices/pci0000:00/0000:5e:00.0");
  CHECK(files.read("/sys/device/vendor") == "0x15b3\n");
  CHECK(files.target("/sys/devices").error().code == EINVAL);
  CHECK(files.list("/sys/devices") == std::vector<std::string>{"pci0000:00"});
  CHECK(files.list("/sys/none").error().code == ENOENT);
}

TEST_CASE("white space at the ends") {
  CHECK(trimmed(" \t26\n") == "26");
  CHECK(trimmed("a b") == "a b");
  CHECK(trimmed(" \n").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("a person's new file is whole, and never written over another") {
  Folder folder;
  auto path = (folder.path() / "new.toml").string();
  REQUIRE(create_file(path, "schema = 1\n"));
  CHECK(Files{}.read(path) == "schema = 1\n");
  auto again = create_file(path, "other");
  REQUIRE_FALSE(again);
  CHECK(again.error().code == EEXIST);
  CHECK(Files{}.read(path) == "schema = 1\n");

  // A link to nowhere is a file that is there, too.
  std::filesystem::create_symlink("nowhere", folder.path() / "link");
  CHECK_FALSE(create_file((folder.path() / "link").string(), "text"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "nowhere"));
  auto nowhere = create_file((folder.path() / "none" / "new.toml").string(), "text");
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().code == ENOENT);
  // Nothing is left beside them.
  CHECK(std::distance(std::filesystem::directory_iterator{folder.path()}, {}) == 2);
}

}  // namespace roced::kernel
