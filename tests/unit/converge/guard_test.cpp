#include "converge/guard.hpp"

#include <doctest/doctest.h>

#include "fake/fake_kernel.hpp"

using namespace roced;

namespace {

std::chrono::steady_clock::time_point moment;
std::chrono::steady_clock::time_point clock_of_the_test() { return moment; }

struct Guarded {
  Guarded() {
    fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"});
    nic = node::discover(fake.kernel()).nics.at(0);
  }
  std::string held() {
    node::Snapshot now{fake.kernel()};
    return guard.held(nic, now).value_or("");
  }
  bool held_by(const std::string& part) { return held().find(part) != std::string::npos; }

  fake::FakeKernel fake;
  node::Nic nic;
  converge::BusyGuard guard{std::chrono::seconds{120}, clock_of_the_test};
};

}  // namespace

TEST_CASE("held by queue pairs: a job's with who, the kernel's own but not its management ones") {
  Guarded rail;
  CHECK(rail.held().empty());
  rail.fake.add_queue_pair("mlx5_0", 0, 0, "ib_core");
  rail.fake.add_queue_pair("mlx5_0", 1, 0, "ib_core");
  CHECK(rail.held().empty());
  SUBCASE("a kernel's") {
    rail.fake.add_queue_pair("mlx5_0", 2, 0, "nvme_rdma");
    CHECK(rail.held_by("1 queue pair of the kernel's nvme_rdma on mlx5_0"));
  }
  SUBCASE("a pod's") {
    rail.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
    rail.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
    rail.fake.add_file("/proc/4242/cgroup", "0::/kubepods/pod0d2e1b34-aaaa-bbbb-cccc-0123456789ab\n");
    CHECK(rail.held_by("2 queue pairs of python3 (pid 4242, pod 0d2e1b34-aaaa-bbbb-cccc-0123456789ab) on mlx5_0"));
    rail.fake.add_queue_pair("mlx5_0", 2, 4243, "python3");
    CHECK(rail.held_by("and 1 other process on mlx5_0"));
  }
}

TEST_CASE("held by a process that has the device open, though none of its queue pairs can be seen") {
  Guarded rail;
  rail.fake.add_context("mlx5_0", 77);
  rail.fake.add_file("/proc/77/comm", "trainer\n");
  CHECK(rail.held_by("trainer (pid 77) has mlx5_0 open"));
}

TEST_CASE("a job that ended is waited for, as long as it may only be restarting; one never seen isn't") {
  Guarded rail;
  rail.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  {
    node::Snapshot now{rail.fake.kernel()};
    rail.guard.observe(rail.nic, now);
  }
  rail.fake.clear_queue_pairs();
  moment += std::chrono::seconds{119};
  CHECK(rail.held_by("mlx5_0 was in use 119 s ago (1 queue pair of python3 (pid 4242)"));
  moment += std::chrono::seconds{1};
  CHECK(rail.held().empty());
}

TEST_CASE("held while a virtual function is elsewhere") {
  Guarded rail;
  const std::string device = "/sys/class/net/ens1/device";
  rail.fake.add_file(device + "/sriov_numvfs", "2\n");
  for (int i = 0; i < 2; ++i) {
    auto function = device + "/virtfn" + std::to_string(i);
    rail.fake.add_symlink(function + "/driver", "../../bus/pci/drivers/mlx5_core");
    rail.fake.add_folder(function + "/net/ens1v" + std::to_string(i));
  }
  CHECK(rail.held().empty());
  SUBCASE("in a pod") {
    rail.fake.remove_file(device + "/virtfn1/net/ens1v1");
    CHECK(rail.held_by("virtual function 1 of ens1 is in another network namespace"));
  }
  SUBCASE("of more than there can be, those are asked that are there") {
    rail.fake.add_file(device + "/sriov_numvfs", "18446744073709551615\n");
    CHECK(rail.held().empty());
  }
  SUBCASE("with a pod's child on it") {
    rail.fake.add_link({.ifindex = 90, .name = "ens1v1", .type = 1});
    rail.fake.add_child("pod", {.ifindex = 3, .name = "net1", .kind = "macvlan", .parent = 90});
    CHECK(rail.held_by("virtual function 1 of ens1 (ens1v1) has net1 in netns pod on it"));
  }
  SUBCASE("with the default route") {
    rail.fake.add_link({.ifindex = 90, .name = "ens1v0", .type = 1});
    rail.fake.add_file("/proc/net/route", "Iface\nens1v0 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0\n");
    CHECK(rail.held_by("virtual function 0 of ens1 (ens1v0) carries a default route"));
  }
  SUBCASE("in a virtual machine") {
    rail.fake.add_symlink(device + "/virtfn0/driver", "../../bus/pci/drivers/vfio-pci");
    CHECK(rail.held_by("virtual function 0 of ens1 belongs to a virtual machine (vfio-pci)"));
  }
}

TEST_CASE("held by a default route: its own, its bond's, a VLAN's on either, IPv6 too") {
  Guarded rail;
  auto route = [&](const std::string& interface) {
    rail.fake.add_file("/proc/net/route", "Iface Destination Gateway Flags RefCnt Use Metric Mask\n" + interface +
                                              " 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0\n");
  };
  rail.fake.add_link({.ifindex = 90, .name = "eth9", .type = 1});
  route("eth9");
  CHECK(rail.held().empty());
  SUBCASE("its own") {
    route("ens1");
    CHECK(rail.held_by("ens1 carries a default route"));
  }
  SUBCASE("a VLAN's on its bond") {
    rail.fake.add_link({.ifindex = 91, .name = "bond0", .type = 1, .kind = "bond"});
    rail.fake.link("ens1").master = 91;
    rail.fake.add_link({.ifindex = 92, .name = "bond0.100", .type = 1, .kind = "vlan", .parent = 91});
    route("bond0.100");
    CHECK(rail.held_by("bond0.100, which lies on ens1, carries a default route"));
  }
  SUBCASE("IPv6") {
    const std::string nothing = "00000000000000000000000000000000";
    rail.fake.add_file("/proc/net/ipv6_route", nothing + " 00 " + nothing + " 00 fe800000000000000000000000000001 " +
                                                   "00000400 00000001 00000000 00000003 ens1\n");
    CHECK(rail.held_by("ens1 carries a default route"));
  }
}
