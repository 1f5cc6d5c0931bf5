#include <algorithm>
#include <cerrno>

#include "world.hpp"

namespace roced::contract {
namespace {

constexpr const char* pod = "roced_contract_pod";

}  // namespace

TEST_CASE_TEMPLATE("namespaces have names", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  world.add_namespace(pod);

  auto names = world.kernel().namespaces().names();
  REQUIRE(names);
  CHECK(std::find(names->begin(), names->end(), pod) != names->end());
}

TEST_CASE_TEMPLATE("children in another namespace", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  world.add_namespace(pod);
  world.add_foreign_child_in(pod, "stranger");
  world.move_child_in(pod, "net1", "rail0");

  auto children = world.kernel().namespaces().children_in(pod, {"macvlan"});
  REQUIRE(children);
  REQUIRE(children->size() == 1);
  CHECK(children->front().name == "net1");
  CHECK(children->front().kind == "macvlan");
  CHECK(children->front().parent == rail);
  CHECK(children->front().mtu == 1500);
  auto vlans = world.kernel().namespaces().children_in(pod, {"vlan"});
  REQUIRE(vlans);
  CHECK(vlans->empty());
}

TEST_CASE_TEMPLATE("a child in a namespace that has no id here", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  world.add_namespace(pod);
  world.add_foreign_child_in(pod, "stranger");
  world.add_child_in(pod, "net1", "rail0");

  auto here = [] { return kernel::Files{}.target("/proc/thread-self/ns/net").value_or("?"); };
  auto before = here();
  auto children = world.kernel().namespaces().children_in(pod, {"macvlan"});
  CHECK(here() == before);
  REQUIRE(children);
  REQUIRE(children->size() == 1);
  CHECK(children->front().name == "net1");
  CHECK(children->front().parent == rail);
}

TEST_CASE("looking into a namespace gives it no id") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  world.add_link("rail0");
  world.add_namespace(pod);
  world.add_child_in(pod, "net1", "rail0");
  const std::string has_id = std::string{"ip netns list-id | grep -q "} + pod;
  CHECK_FALSE(succeeds(has_id));
  CHECK(world.kernel().namespaces().children_in(pod, {"macvlan"}));
  CHECK_FALSE(succeeds(has_id));
}

TEST_CASE_TEMPLATE("a parent's MTU reaches its children in other namespaces", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  REQUIRE(world.kernel().links().set_mtu(rail, 9000));
  world.add_namespace(pod);
  world.move_child_in(pod, "net1", "rail0");
  auto mtu = [&] {
    auto children = world.kernel().namespaces().children_in(pod, {"macvlan"});
    REQUIRE(children);
    REQUIRE(children->size() == 1);
    return children->front().mtu;
  };
  CHECK(mtu() == 9000);
  REQUIRE(world.kernel().links().set_mtu(rail, 1500));
  CHECK(mtu() == 1500);
  REQUIRE(world.kernel().links().set_mtu(rail, 9000));
  CHECK(mtu() == 1500);
}

TEST_CASE_TEMPLATE("a namespace that isn't there is ENOENT", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  auto children = world.kernel().namespaces().children_in("roced_no_such_namespace", {"macvlan"});
  REQUIRE_FALSE(children);
  CHECK(children.error().code == ENOENT);
}

}  // namespace roced::contract
