#include <cerrno>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "world.hpp"

namespace roced::contract {
namespace {

constexpr const char* pod = "roced_contract_pod";

/// This thread does without a capability while it lives.
class Without {
 public:
  explicit Without(unsigned capability) {
    REQUIRE(syscall(SYS_capget, &header_, whole_) == 0);
    __user_cap_data_struct less[2] = {whole_[0], whole_[1]};
    less[capability / 32].effective &= ~(1U << capability % 32);
    REQUIRE(syscall(SYS_capset, &header_, less) == 0);
  }
  ~Without() { CHECK(syscall(SYS_capset, &header_, whole_) == 0); }
  Without(const Without&) = delete;
  Without& operator=(const Without&) = delete;

 private:
  __user_cap_header_struct header_{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct whole_[2] = {};
};

}  // namespace

TEST_CASE("without CAP_NET_ADMIN a link can be read and not set") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  int rail = world.add_link("rail0");
  Without capability{CAP_NET_ADMIN};
  CHECK(world.kernel().links().get(rail));
  CHECK(world.kernel().links().set_mtu(rail, 9000).error().code == EPERM);
  CHECK(world.kernel().links().get(rail).value().mtu == 1500);
}

TEST_CASE("without capabilities another namespace is an error, not an empty one") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  world.add_link("rail0");
  world.add_namespace(pod);
  SUBCASE("it has an id: CAP_NET_ADMIN") {
    world.move_child_in(pod, "net1", "rail0");
    Without capability{CAP_NET_ADMIN};
    auto children = world.kernel().namespaces().children_in(pod, {"macvlan"});
    REQUIRE_FALSE(children);
    CHECK(children.error().code == EPERM);
  }
  SUBCASE("it has none: CAP_SYS_ADMIN") {
    world.add_child_in(pod, "net1", "rail0");
    Without capability{CAP_SYS_ADMIN};
    auto children = world.kernel().namespaces().children_in(pod, {"macvlan"});
    REQUIRE_FALSE(children);
    CHECK(children.error().code == EPERM);
    CHECK(children.error().detail.find("CAP_SYS_ADMIN") != std::string::npos);
  }
}

}  // namespace roced::contract
