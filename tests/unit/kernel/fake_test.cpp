#include <cerrno>
#include <stdexcept>

#include <doctest/doctest.h>

#include "fake/fake_kernel.hpp"

// What the fake kernel promises to tests, beyond what the contract proves.
namespace roced::fake {

TEST_CASE("a NIC is the same thing everywhere") {
  FakeKernel fake;
  int ifindex = fake.add_nic({.name = "ens1", .ifindex = 4, .pci = "0000:5e:00.0", .rdma = "mlx5_0", .arp_ignore = 1});
  CHECK(ifindex == 4);
  auto& files = fake.kernel().files();
  CHECK(files.target("/sys/class/net/ens1/device") == "../../../0000:5e:00.0");
  CHECK(files.target("/sys/class/net/ens1/device/driver") == "../../../bus/pci/drivers/mlx5_core");
  CHECK(files.read("/sys/class/net/ens1/device/vendor") == "0x15b3\n");
  CHECK(files.read("/sys/bus/pci/devices/0000:5e:00.0/vendor") == "0x15b3\n");
  CHECK(files.exists("/sys/class/net/ens1/device/driver"));
  CHECK_FALSE(files.exists("/sys/class/net/ens1/device/physfn"));
  CHECK(files.list("/sys/class/infiniband") == std::vector<std::string>{"mlx5_0"});
  CHECK(files.list("/sys/class/infiniband/mlx5_0/device/net") == std::vector<std::string>{"ens1"});
  CHECK(files.read("/sys/class/infiniband/mlx5_0/ports/1/link_layer") == "Ethernet\n");
  CHECK(files.read("/sys/class/net/ens1/dev_port") == "0\n");
  CHECK(files.read("/proc/sys/net/ipv4/conf/ens1/arp_ignore") == "1\n");
  CHECK(files.read("/sys/class/net/ens1/ecn/roce_rp/enable/3") == "1\n");
  CHECK(fake.kernel().links().get(4)->name == "ens1");
  CHECK(fake.kernel().dcb().get("ens1"));
  auto devices = fake.kernel().rdma().devices();
  REQUIRE(devices->size() == 1);
  CHECK(fake.kernel().rdma().ports(devices->front().index)->front().netdev == 4);
  CHECK(fake.writes() == 0);
}

TEST_CASE("a virtual function, a second port, InfiniBand") {
  FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  fake.add_nic({.name = "ens1v0", .pci = "0000:5e:00.2", .physfn = "0000:5e:00.0"});
  CHECK(fake.kernel().files().exists("/sys/class/net/ens1v0/device/physfn"));
  CHECK(fake.kernel().dcb().get("ens1v0").error().code == EOPNOTSUPP);
  CHECK_FALSE(fake.kernel().files().exists("/sys/class/net/ens1v0/ecn"));

  fake.add_nic({.name = "p1", .pci = "0000:17:00.0", .rdma = "mlx4_0"});
  fake.add_nic({.name = "p2", .pci = "0000:17:00.0", .rdma = "mlx4_0", .port = 2});
  CHECK(fake.kernel().rdma().devices()->size() == 1);
  CHECK(fake.kernel().rdma().devices()->front().ports == 2);
  CHECK(fake.kernel().files().read("/sys/class/net/p2/dev_port") == "1\n");

  fake.add_nic({.name = "ib0", .pci = "0000:18:00.0", .rdma = "mlx5_1", .infiniband = true});
  CHECK(fake.kernel().files().read("/sys/class/infiniband/mlx5_1/ports/1/link_layer") == "InfiniBand\n");
  CHECK(fake.kernel().dcb().get("ib0").error().code == EOPNOTSUPP);
}

TEST_CASE("a NIC goes, or gets another name") {
  FakeKernel fake;
  fake.add_nic({.name = "eth0", .ifindex = 4, .pci = "0000:5e:00.0", .rdma = "mlx5_0"});
  fake.rename("eth0", "ens1");
  CHECK(fake.kernel().links().get(4)->name == "ens1");
  CHECK(fake.kernel().dcb().get("eth0").error().code == ENODEV);
  CHECK(fake.kernel().dcb().get("ens1"));
  CHECK(fake.kernel().files().read("/sys/class/net/ens1/device/vendor") == "0x15b3\n");
  CHECK_FALSE(fake.kernel().files().exists("/sys/class/net/eth0"));
  CHECK(fake.kernel().files().write("/proc/sys/net/ipv4/conf/ens1/rp_filter", "2"));
  fake.remove("ens1");
  CHECK(fake.kernel().links().get(4).error().code == ENODEV);
  CHECK(fake.kernel().rdma().devices()->empty());
  CHECK_FALSE(fake.kernel().files().exists("/sys/class/net/ens1"));
  CHECK_FALSE(fake.kernel().files().exists("/sys/class/infiniband/mlx5_0"));
  CHECK_FALSE(fake.kernel().files().exists("/proc/sys/net/ipv4/conf/ens1"));
  CHECK_THROWS_AS(fake.link("ens1"), std::out_of_range);
}

TEST_CASE("faults") {
  FakeKernel fake;
  int one = fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  int two = fake.add_nic({.name = "ens2", .pci = "0000:5e:00.1"});
  auto& links = fake.kernel().links();
  SUBCASE("a write fails") {
    fake.fail_write("mtu", EIO, {.of = "ens1", .detail = "firmware"});
    auto set = links.set_mtu(one, 9000);
    REQUIRE_FALSE(set);
    CHECK(set.error().code == EIO);
    CHECK(set.error().detail == "firmware");
    CHECK(fake.link("ens1").mtu == 1500);
    CHECK(links.set_mtu(two, 9000));
    fake.clear_faults();
    CHECK(links.set_mtu(one, 9000));
  }
  SUBCASE("a write is ignored") {
    fake.ignore_write("ens1");
    CHECK(links.set_mtu(one, 9000));
    CHECK(fake.link("ens1").mtu == 1500);
  }
  SUBCASE("once, after one that passes") {
    fake.fail_write("mtu", EIO, {.after = 1, .times = 1});
    CHECK(links.set_mtu(one, 9000));
    CHECK_FALSE(links.set_mtu(two, 9000));
    CHECK(links.set_mtu(two, 9000));
  }
  SUBCASE("a read fails") {
    fake.fail_read("/proc/sys/net/ipv4/conf/ens1/arp_ignore", EIO);
    CHECK(fake.kernel().files().read("/proc/sys/net/ipv4/conf/ens1/arp_ignore").error().code == EIO);
    CHECK(fake.kernel().files().read("/proc/sys/net/ipv4/conf/ens2/arp_ignore"));
    CHECK(fake.kernel().files().write("/proc/sys/net/ipv4/conf/ens1/arp_ignore", "1"));
  }
  SUBCASE("the middle of a request") {
    fake.fail_write("app", EINVAL, {.after = 1});
    auto pfc = *fake.dcb("ens1").pfc;
    pfc.enabled = 8;
    auto set = fake.kernel().dcb().set("ens1", {.pfc = pfc, .apps = {{5, 3, 26}, {5, 6, 48}}});
    REQUIRE_FALSE(set);
    CHECK(fake.dcb("ens1").pfc->enabled == 8);
    CHECK(fake.dcb("ens1").apps.size() == 1);
  }
  SUBCASE("something happens in between") {
    fake.before([&](const Operation& operation) {
      if (operation.what == "mtu") fake.remove("ens1");
    });
    CHECK(links.set_mtu(one, 9000).error().code == ENODEV);
  }
}

TEST_CASE("what was asked is written down") {
  FakeKernel fake;
  int ifindex = fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  CHECK(fake.operations().empty());
  REQUIRE(fake.kernel().links().get(ifindex));
  REQUIRE(fake.kernel().dcb().get("ens1"));
  REQUIRE(fake.kernel().dcb().get("ens1"));
  CHECK(fake.reads() == 3);
  CHECK(fake.reads("dcb") == 2);
  CHECK(fake.reads("ens1") == 3);
  CHECK(fake.writes() == 0);
  REQUIRE(fake.kernel().links().set_mtu(ifindex, 9000));
  REQUIRE(fake.kernel().dcb().set("ens1", {.pfc = kernel::Pfc{.enabled = 8}, .apps = {{5, 3, 26}}}));
  REQUIRE(fake.kernel().files().write("/proc/sys/net/ipv4/conf/ens1/arp_ignore", "1\n"));
  CHECK(fake.written() == std::vector<std::string>{"mtu of ens1: 9000", "pfc of ens1: 0x08", "app of ens1: dscp 26=3",
                                                   "file of /proc/sys/net/ipv4/conf/ens1/arp_ignore: 1"});
  fake.forget_operations();
  CHECK(fake.written().empty());
}

TEST_CASE("before and after can be compared") {
  FakeKernel fake;
  int ifindex = fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  auto before = fake.values();
  CHECK(before.at("mtu of ens1") == "1500");
  CHECK(before.at("pfc of ens1") == "0x00 delay 7");
  REQUIRE(fake.kernel().links().set_mtu(ifindex, 9000));
  CHECK(fake.values() != before);
  REQUIRE(fake.kernel().links().set_mtu(ifindex, 1500));
  CHECK(fake.values() == before);
}

TEST_CASE("MLNX_OFED's notification point is one switch") {
  FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  fake.add_nic({.name = "ens2", .pci = "0000:5e:00.1", .np_portwide = false});
  auto& files = fake.kernel().files();
  REQUIRE(files.write("/sys/class/net/ens1/ecn/roce_np/enable/3", "0"));
  CHECK(files.read("/sys/class/net/ens1/ecn/roce_np/enable/5") == "0\n");
  REQUIRE(files.write("/sys/class/net/ens2/ecn/roce_np/enable/3", "0"));
  CHECK(files.read("/sys/class/net/ens2/ecn/roce_np/enable/5") == "1\n");
  REQUIRE(files.write("/sys/class/net/ens1/ecn/roce_rp/enable/3", "0"));
  CHECK(files.read("/sys/class/net/ens1/ecn/roce_rp/enable/5") == "1\n");
}

TEST_CASE("RDMA: namespaces, and a node without it") {
  FakeKernel fake;
  auto& rdma = fake.kernel().rdma();
  fake.set_unnamed_namespaces(1);
  CHECK(rdma.set_netns_mode(kernel::NetnsMode::exclusive).error().code == EBUSY);
  CHECK(rdma.set_netns_mode(kernel::NetnsMode::shared));
  fake.set_unnamed_namespaces(0);
  CHECK(rdma.set_netns_mode(kernel::NetnsMode::exclusive));
  CHECK(fake.file("/sys/module/ib_core/parameters/netns_mode") == "N\n");
  fake.without_rdma();
  CHECK(rdma.devices().error().code == EPROTONOSUPPORT);
  CHECK_FALSE(fake.kernel().files().exists("/sys/module/ib_core"));
}

}  // namespace roced::fake
