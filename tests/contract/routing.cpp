#include <algorithm>
#include <cerrno>

#include "world.hpp"

namespace roced::contract {
namespace {

constexpr std::uint32_t network = 0x0a010000, router = 0x0a010001;

template <typename Row>
bool has(const kernel::Result<std::vector<Row>>& rows, const Row& row) {
  REQUIRE(rows);
  return std::find(rows->begin(), rows->end(), row) != rows->end();
}

}  // namespace

TEST_CASE_TEMPLATE("routes and rules are there once they were added, and not twice", World, FakeWorld, RealWorld) {
  SKIP_IF(World::missing());
  World world;
  int rail = world.add_link("rail0");
  auto& routing = world.kernel().routing();
  kernel::Route near{.table = 1101, .to = {network, 24}, .ifindex = rail};
  kernel::Route far{.table = 1101, .to = {0, 0}, .gateway = router, .ifindex = rail};
  kernel::Rule rule{{network + 2, 32}, 1101};

  CHECK_FALSE(has(routing.routes(), near));
  CHECK_FALSE(has(routing.rules(), rule));
  // The gateway must be on the link; that the main table says so is enough, whatever the order in the other.
  REQUIRE(routing.add(kernel::Route{.table = 254, .to = {network, 24}, .ifindex = rail}));
  REQUIRE(routing.add(far));
  REQUIRE(routing.add(near));
  REQUIRE(routing.add(rule));
  CHECK(has(routing.routes(), near));
  CHECK(has(routing.routes(), far));
  CHECK(has(routing.rules(), rule));
  // Each comes before the others, and so is another one.
  CHECK(routing.add(rule));
  auto route_again = routing.add(near);
  REQUIRE_FALSE(route_again);
  CHECK(route_again.error().code == EEXIST);
}

TEST_CASE("addresses, and rules that choose by more than the source") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  int rail = world.add_link("rail0");
  run("ip address add 10.1.0.2/24 dev rail0");
  run("ip rule add from 10.1.0.3 iif lo lookup 1101");
  run("ip rule add from 10.1.0.4 lookup 1101");
  auto addresses = world.kernel().routing().addresses();
  REQUIRE(addresses);
  CHECK(std::any_of(addresses->begin(), addresses->end(), [rail](const kernel::Address& each) {
    return each.ifindex == rail && each.address == network + 2;
  }));
  auto rules = world.kernel().routing().rules();
  REQUIRE(rules);
  CHECK(std::count_if(rules->begin(), rules->end(), [](const auto& each) { return each.table == 1101; }) == 1);
  // The connected route has its source.
  CHECK(has(world.kernel().routing().routes(),
            kernel::Route{.table = 254, .to = {network, 24}, .gateway = 0, .ifindex = rail, .source = network + 2}));
}

}  // namespace roced::contract
