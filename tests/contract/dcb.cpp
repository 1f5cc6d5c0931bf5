#include <algorithm>
#include <cerrno>

#include "world.hpp"

namespace roced::contract {
namespace {

using kernel::App;
using kernel::Dcbx;

bool has(const kernel::DcbState& state, const App& app) {
  return std::find(state.apps.begin(), state.apps.end(), app) != state.apps.end();
}

kernel::DcbState read(kernel::Kernel& kernel, const std::string& netdev) {
  auto state = kernel.dcb().get(netdev);
  REQUIRE(state);
  return *state;
}

}  // namespace

TEST_CASE_TEMPLATE("a link without DCB is EOPNOTSUPP, no link ENODEV", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  world.add_link("rail0");
  auto& dcb = world.kernel().dcb();
  CHECK(dcb.get("rail0").error().code == EOPNOTSUPP);
  CHECK(dcb.set("rail0", {.pfc = kernel::Pfc{.enabled = 8}, .apps = {}}).error().code == EOPNOTSUPP);
  CHECK(dcb.remove("rail0", {{App::dscp, 3, 26}}).error().code == EOPNOTSUPP);
  CHECK(dcb.set_dcbx("rail0", Dcbx::host | Dcbx::ieee).error().code == EOPNOTSUPP);
  CHECK(dcb.get("rail7").error().code == ENODEV);
}

TEST_CASE_TEMPLATE("PFC reads back", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_dcb());
  Node node;
  auto before = read(node.kernel(), Node::netdev);
  REQUIRE(before.pfc);
  auto wanted = *before.pfc;
  wanted.enabled = 0x18;
  CHECK(node.kernel().dcb().set(Node::netdev, {.pfc = wanted, .apps = {}}));
  auto after = read(node.kernel(), Node::netdev);
  CHECK(after.pfc == wanted);
  CHECK(after.pfc->capability == 8);
  CHECK(after.apps == before.apps);
  CHECK(node.kernel().dcb().set(Node::netdev, {.pfc = before.pfc, .apps = {}}));
  CHECK(read(node.kernel(), Node::netdev).pfc == before.pfc);
}

TEST_CASE_TEMPLATE("a DSCP has one priority", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_dcb());
  Node node;
  auto& dcb = node.kernel().dcb();
  const App old_map{App::dscp, 3, 26}, new_map{App::dscp, 4, 26}, other{App::dscp, 6, 48};

  CHECK(dcb.set(Node::netdev, {.pfc = {}, .apps = {old_map, other}}));
  CHECK(has(read(node.kernel(), Node::netdev), old_map));
  CHECK(has(read(node.kernel(), Node::netdev), other));
  CHECK(dcb.set(Node::netdev, {.pfc = {}, .apps = {old_map}}));  // what is there already is no error
  CHECK(dcb.set(Node::netdev, {.pfc = {}, .apps = {new_map}}));
  CHECK_FALSE(has(read(node.kernel(), Node::netdev), old_map));
  CHECK(has(read(node.kernel(), Node::netdev), new_map));

  CHECK(dcb.remove(Node::netdev, {old_map}).error().code == ENOENT);
  CHECK(dcb.remove(Node::netdev, {new_map, other}));
  CHECK_FALSE(has(read(node.kernel(), Node::netdev), new_map));
  CHECK_FALSE(has(read(node.kernel(), Node::netdev), other));
}

TEST_CASE_TEMPLATE("a set stops at the first error and keeps what came before", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_dcb());
  Node node;
  auto& dcb = node.kernel().dcb();
  auto before = read(node.kernel(), Node::netdev);
  auto wanted = *before.pfc;
  wanted.enabled = 0x20;
  const App good{App::dscp, 3, 26}, bad{App::dscp, 3, 64}, late{App::dscp, 3, 27};
  auto set = dcb.set(Node::netdev, {.pfc = wanted, .apps = {good, bad, late}});
  REQUIRE_FALSE(set);
  CHECK(set.error().code == EINVAL);
  auto after = read(node.kernel(), Node::netdev);
  CHECK(after.pfc->enabled == 0x20);
  CHECK(has(after, good));
  CHECK_FALSE(has(after, late));
  CHECK(dcb.remove(Node::netdev, {good}));
  CHECK(dcb.set(Node::netdev, {.pfc = before.pfc, .apps = {}}));
}

TEST_CASE_TEMPLATE("DCBX: the host's or the firmware's", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_dcb());
  Node node;
  auto& dcb = node.kernel().dcb();
  auto before = read(node.kernel(), Node::netdev).dcbx;
  REQUIRE(before);
  CHECK(dcb.set_dcbx(Node::netdev, 0));
  CHECK((*read(node.kernel(), Node::netdev).dcbx & Dcbx::host) == 0);
  CHECK(dcb.set_dcbx(Node::netdev, Dcbx::lld_managed | Dcbx::ieee).error().code == EPERM);
  CHECK(dcb.set_dcbx(Node::netdev, Dcbx::host | Dcbx::ieee));
  CHECK(read(node.kernel(), Node::netdev).dcbx == (Dcbx::host | Dcbx::ieee));
  CHECK(dcb.set_dcbx(Node::netdev, *before));
}

}  // namespace roced::contract
