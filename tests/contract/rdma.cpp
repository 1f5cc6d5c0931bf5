#include <algorithm>
#include <cerrno>

#include "world.hpp"

namespace roced::contract {
namespace {

kernel::RdmaDevice test_device(kernel::Kernel& kernel) {
  auto devices = kernel.rdma().devices();
  REQUIRE(devices);
  auto found =
      std::find_if(devices->begin(), devices->end(), [](const auto& device) { return device.name == "rxe_test"; });
  REQUIRE(found != devices->end());
  return *found;
}

}  // namespace

TEST_CASE_TEMPLATE("an RDMA device and its port", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_rdma());
  Node node;
  int netdev = node.add_rdma();
  auto device = test_device(node.kernel());
  CHECK(device.protocol == "roce");
  CHECK(device.ports == 1);
  auto ports = node.kernel().rdma().ports(device.index);
  REQUIRE(ports);
  REQUIRE(ports->size() == 1);
  CHECK(ports->front().number == 1);
  CHECK(ports->front().state == 4);
  CHECK(ports->front().netdev == netdev);
  CHECK(node.kernel().rdma().ports(device.index + 1000).error().code == EINVAL);
}

TEST_CASE_TEMPLATE("the kernel's own queue pair", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_rdma());
  Node node;
  node.add_rdma();
  auto device = test_device(node.kernel());
  auto pairs = node.kernel().rdma().queue_pairs();
  REQUIRE(pairs);
  auto own = std::find_if(pairs->begin(), pairs->end(), [&](const auto& pair) { return pair.device == device.index; });
  REQUIRE(own != pairs->end());
  CHECK(own->type == 1);
  CHECK(own->pid == 0);
  CHECK(own->command == "ib_core");
}

TEST_CASE_TEMPLATE("the RDMA netns mode stands while another namespace exists", Node, FakeNode, RealNode) {
  SKIP_IF(Node::missing_rdma());
  Node node;
  auto system = node.kernel().rdma().system();
  REQUIRE(system);
  REQUIRE(system->netns_mode);
  auto now = *system->netns_mode;
  auto other = now == kernel::NetnsMode::shared ? kernel::NetnsMode::exclusive : kernel::NetnsMode::shared;
  node.add_namespace();
  CHECK(node.kernel().rdma().set_netns_mode(now));
  auto set = node.kernel().rdma().set_netns_mode(other);
  REQUIRE_FALSE(set);
  CHECK(set.error().code == EBUSY);
  CHECK(node.kernel().rdma().system()->netns_mode == now);
}

TEST_CASE("without ib_core nothing is asked") {
  fake::FakeKernel fake;
  fake.without_rdma();
  auto real = kernel::running_kernel();
  for (auto* kernel : {&fake.kernel(), &real}) {
    if (kernel->files().exists("/sys/module/ib_core")) {
      MESSAGE("skipped: ib_core is loaded here");
      continue;
    }
    CHECK(kernel->rdma().system().error().code == EPROTONOSUPPORT);
    CHECK(kernel->rdma().devices().error().code == EPROTONOSUPPORT);
    CHECK(kernel->rdma().queue_pairs().error().code == EPROTONOSUPPORT);
    CHECK(kernel->rdma().set_netns_mode(kernel::NetnsMode::shared).error().code == EPROTONOSUPPORT);
    CHECK_FALSE(kernel->files().exists("/sys/module/ib_core"));
  }
}

}  // namespace roced::contract
