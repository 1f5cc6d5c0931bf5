#include <cerrno>

#include "world.hpp"

namespace roced::contract {

TEST_CASE_TEMPLATE("a sysctl of an interface", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  world.add_link("rail0");
  auto& files = world.kernel().files();
  const std::string file = "/proc/sys/net/ipv4/conf/rail0/arp_ignore";

  CHECK(files.exists(file));
  CHECK(files.read(file) == "0\n");
  CHECK(files.write(file, "1"));
  CHECK(files.read(file) == "1\n");
  CHECK(files.write(file, "2\n"));
  CHECK(files.read(file) == "2\n");
  auto junk = files.write(file, "loose");
  REQUIRE_FALSE(junk);
  CHECK(junk.error().code == EINVAL);
  CHECK(files.read(file) == "2\n");
}

TEST_CASE_TEMPLATE("files that aren't what was asked for", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  world.add_link("rail0");
  auto& files = world.kernel().files();
  const std::string folder = "/proc/sys/net/ipv4/conf/rail0";

  CHECK_FALSE(files.exists(folder + "/nothing"));
  CHECK(files.read(folder + "/nothing").error().code == ENOENT);
  CHECK(files.write(folder + "/nothing", "1").error().code == ENOENT);
  CHECK(files.read(folder).error().code == EISDIR);
  CHECK(files.list(folder + "/arp_ignore").error().code == ENOTDIR);
  CHECK(files.target(folder).error().code == EINVAL);
  CHECK(files.target(folder + "/nothing").error().code == ENOENT);
  auto names = files.list(folder);
  REQUIRE(names);
  CHECK(names->size() >= 3);
}

}  // namespace roced::contract
