#include <doctest/doctest.h>

#include <algorithm>

#include "../rails.hpp"
#include "fake/fake_kernel.hpp"
#include "node/matching.hpp"

using namespace roced;
using namespace roced::test;

namespace {

const node::Nic* find(const node::Node& node, const std::string& name) {
  auto found = std::find_if(node.nics.begin(), node.nics.end(), [&](const node::Nic& nic) { return nic.name == name; });
  return found == node.nics.end() ? nullptr : &*found;
}

bool has(const std::vector<node::Problem>& problems, const std::string& code) {
  return std::any_of(problems.begin(), problems.end(),
                     [&](const node::Problem& problem) { return problem.code == code; });
}

}  // namespace

TEST_CASE("a port is known by what it is, not by what it is called") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "whatever", .pci = "0000:5e:00.0", .rdma = "rocep94s0"});
  fake.add_nic({.name = "vf0", .pci = "0000:5e:00.2", .rdma = "mlx5_9", .physfn = "0000:5e:00.0"});
  auto node = node::discover(fake.kernel());
  const auto* nic = find(node, "whatever");
  REQUIRE(nic != nullptr);
  CHECK(nic->pci == "0000:5e:00.0");
  CHECK(nic->driver == "mlx5_core");
  CHECK(nic->device == "1021");
  CHECK(nic->rdma_device == "rocep94s0");
  CHECK(nic->link_layer == node::LinkLayer::ethernet);
  CHECK(nic->kind == node::Kind::physical_function);
  CHECK(find(node, "vf0")->kind == node::Kind::virtual_function);
  CHECK(find(node, "lo") == nullptr);
}

TEST_CASE("a node without RDMA says so and shows its links all the same") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  fake.without_rdma();
  auto node = node::discover(fake.kernel());
  CHECK(has(node.problems, "no-rdma"));
  CHECK(find(node, "ens1") != nullptr);
}

TEST_CASE("what is called as a part of a path that leads elsewhere is left alone") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "all", .pci = "0000:5e:00.0"});
  fake.add_nic({.name = "..", .pci = "0000:5e:00.1"});
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.2", .rdma = "../../net"});
  auto node = node::discover(fake.kernel());
  CHECK(std::count_if(node.problems.begin(), node.problems.end(),
                      [](const node::Problem& problem) { return problem.code == "misnamed"; }) == 3);
  CHECK(find(node, "all") == nullptr);
  CHECK(find(node, "..") == nullptr);
  REQUIRE(find(node, "ens1") != nullptr);
  CHECK(find(node, "ens1")->rdma_device.empty());
}

TEST_CASE("groups: nothing matched, a wrong count, two groups on one NIC") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  fake.add_link({.name = "mv0", .kind = "macvlan", .parent = fake.link("ens1").ifindex});
  auto node = node::discover(fake.kernel());
  SUBCASE("nothing") {
    auto profile = rails({}, "eth*");
    CHECK(has(node::match(profile, node).problems, "group-matches-nothing"));
  }
  SUBCASE("count") {
    auto profile = rails({});
    profile.groups[0].count = 2;
    auto matching = node::match(profile, node);
    CHECK(has(matching.problems, "count"));
    REQUIRE(matching.members.size() == 1);
    CHECK_FALSE(matching.members[0].unwritten.empty());
  }
  SUBCASE("two groups") {
    auto profile = rails({});
    profile.groups.push_back(profile.groups[0]);
    auto matching = node::match(profile, node);
    CHECK(has(matching.problems, "two-groups"));
    CHECK(matching.members.empty());
  }
  SUBCASE("a macvlan is matched only where virtual ones are asked for") {
    auto profile = rails({}, "*");
    CHECK(node::match(profile, node).members.size() == 1);
    profile.groups[0].match.kind = {"virtual"};
    auto matching = node::match(profile, node);
    REQUIRE(matching.members.size() == 1);
    CHECK(matching.members[0].nic.name == "mv0");
  }
  SUBCASE("not") {
    auto profile = rails({});
    profile.groups[0].except.driver = {"mlx5_core"};
    CHECK(node::match(profile, node).members.empty());
  }
}

TEST_CASE("what can't be read for the moment doesn't count as not there") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"});
  CHECK_FALSE(node::discover(fake.kernel()).partly_unread);
  SUBCASE("the links, which change all the time") { fake.fail_read("links", EINTR); }
  SUBCASE("the RDMA devices") { fake.fail_read("rdma_devices", ENOBUFS); }
  SUBCASE("a card's id, without file descriptors") { fake.fail_read("/sys/class/net/ens1/device/vendor", EMFILE); }
  auto node = node::discover(fake.kernel());
  CHECK(node.partly_unread);
  CHECK(has(node.problems, "node-unreadable"));
}

TEST_CASE("what this kernel never tells isn't waited for") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"});
  SUBCASE("RDMA devices") {
    fake.fail_read("rdma_devices", EPERM);
    CHECK(has(node::discover(fake.kernel()).problems, "rdma-unreadable"));
  }
  SUBCASE("a card's id") { fake.remove_file("/sys/class/net/ens1/device/vendor"); }
  CHECK_FALSE(node::discover(fake.kernel()).partly_unread);
}
