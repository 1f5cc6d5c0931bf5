#include <algorithm>
#include <cerrno>

#include "world.hpp"

namespace roced::contract {
namespace {

unsigned mtu_of(kernel::Kernel& kernel, int ifindex) {
  auto link = kernel.links().get(ifindex);
  REQUIRE(link);
  return link->mtu;
}

const kernel::Link* find(const std::vector<kernel::Link>& links, const std::string& name) {
  auto found = std::find_if(links.begin(), links.end(), [&](const kernel::Link& link) { return link.name == name; });
  return found == links.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE_TEMPLATE("a link says what it is", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int parent = world.add_link("rail0");
  int child = world.add_child("pod0", "rail0", "macvlan");

  auto rail = world.kernel().links().get(parent);
  REQUIRE(rail);
  CHECK(rail->ifindex == parent);
  CHECK(rail->name == "rail0");
  CHECK(rail->mtu == 1500);
  CHECK(rail->type == 1);
  CHECK(rail->kind == "veth");
  CHECK(rail->master == 0);
  CHECK(rail->address.size() == 17);
  CHECK(rail->carrier);

  auto pod = world.kernel().links().get(child);
  REQUIRE(pod);
  CHECK(pod->kind == "macvlan");
  CHECK(pod->parent == parent);
  CHECK(pod->mtu == 1500);
}

TEST_CASE_TEMPLATE("a link that isn't there is ENODEV", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int ifindex = world.add_link("rail0");
  world.remove_link("rail0");

  auto gone = world.kernel().links().get(ifindex);
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == ENODEV);
  auto set = world.kernel().links().set_mtu(ifindex, 9000);
  REQUIRE_FALSE(set);
  CHECK(set.error().code == ENODEV);
  // The socket serves on.
  CHECK(world.kernel().links().get(1));
}

TEST_CASE_TEMPLATE("all links, and those of some kinds", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int parent = world.add_link("rail0");
  world.add_child("pod0", "rail0", "macvlan");
  world.add_child("pod1", "rail0", "macvlan");

  auto all = world.kernel().links().all();
  REQUIRE(all);
  CHECK(find(*all, "lo") != nullptr);
  CHECK(find(*all, "lo")->type == 772);
  CHECK(find(*all, "rail0") != nullptr);
  CHECK(find(*all, "pod1") != nullptr);
  auto macvlans = world.kernel().links().of_kinds({"macvlan"});
  REQUIRE(macvlans);
  CHECK(macvlans->size() == 2);
  CHECK(macvlans->front().parent == parent);
  // A kind whose module isn't loaded can't be told apart by the kernel; it then sends all.
  auto none = world.kernel().links().of_kinds({"no-such-kind"});
  REQUIRE(none);
  CHECK(none->empty());
  for (const std::vector<std::string_view>& kinds : {std::vector<std::string_view>{"no-such-kind", "macvlan"},
                                                     {"macvlan", "no-such-kind"},
                                                     {"macvlan", "macvtap"}}) {
    auto some = world.kernel().links().of_kinds(kinds);
    REQUIRE(some);
    CHECK(some->size() == 2);
  }
}

TEST_CASE_TEMPLATE("an MTU is set, within the limits of the device", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  auto& links = world.kernel().links();

  CHECK(links.set_mtu(rail, 9000));
  CHECK(mtu_of(world.kernel(), rail) == 9000);
  CHECK(links.set_mtu(rail, 9000));
  CHECK(links.get(rail)->mtu_max == 65535);

  auto small = links.set_mtu(rail, 67);
  REQUIRE_FALSE(small);
  CHECK(small.error().code == EINVAL);
  CHECK(small.error().detail == "mtu less than device minimum");
  auto large = links.set_mtu(rail, 65536);
  REQUIRE_FALSE(large);
  CHECK(large.error().code == EINVAL);
  CHECK(large.error().detail == "mtu greater than device maximum");
  CHECK(large.error().action.find("65536") != std::string::npos);
  CHECK(mtu_of(world.kernel(), rail) == 9000);
}

TEST_CASE_TEMPLATE("a parent that shrinks takes its children with it, one that grows doesn't", World, FakeWorld,
                   RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  auto& links = world.kernel().links();
  REQUIRE(links.set_mtu(rail, 9000));
  int pod = world.add_child("pod0", "rail0", "macvlan");
  CHECK(mtu_of(world.kernel(), pod) == 9000);

  REQUIRE(links.set_mtu(rail, 1500));
  CHECK(mtu_of(world.kernel(), pod) == 1500);
  REQUIRE(links.set_mtu(rail, 9000));
  CHECK(mtu_of(world.kernel(), pod) == 1500);
  CHECK(links.set_mtu(pod, 4200));
  CHECK(mtu_of(world.kernel(), pod) == 4200);
}

TEST_CASE_TEMPLATE("a child can't have more than its parent", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  world.add_link("rail0");
  int pod = world.add_child("pod0", "rail0", "macvlan");

  auto of_pod = world.kernel().links().set_mtu(pod, 1501);
  REQUIRE_FALSE(of_pod);
  CHECK(of_pod.error().code == EINVAL);
}

TEST_CASE_TEMPLATE("a VLAN", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing("vlan"));
  World world;
  int rail = world.add_link("rail0");
  int vlan = world.add_child("rail0.5", "rail0", "vlan");
  world.add_child("pod0", "rail0", "macvlan");
  auto& links = world.kernel().links();
  auto vlans = links.of_kinds({"vlan"});
  REQUIRE(vlans);
  REQUIRE(vlans->size() == 1);
  CHECK(vlans->front().name == "rail0.5");
  CHECK(vlans->front().parent == rail);

  CHECK(links.set_mtu(vlan, 1501).error().code == ERANGE);
  REQUIRE(links.set_mtu(rail, 9000));
  CHECK(mtu_of(world.kernel(), vlan) == 1500);
  REQUIRE(links.set_mtu(vlan, 9000));
  REQUIRE(links.set_mtu(rail, 4200));
  CHECK(mtu_of(world.kernel(), vlan) == 4200);
}

}  // namespace roced::contract
