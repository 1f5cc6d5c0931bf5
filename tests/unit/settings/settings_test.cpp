#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "../wishes.hpp"

using namespace roced;
using namespace roced::test;
using settings::Reading;

namespace {

/// A node with one mlx5 rail, and one setting on it.
struct Rail {
  explicit Rail(profile::Wish wished, fake::Nic nic = {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"}) {
    fake.add_nic(nic);
    all = settings_of(fake, rails({std::move(wished)}));
    REQUIRE(all.size() == 1);
  }
  const settings::Setting& setting() const { return *all.front(); }
  std::string actual() {
    auto reading = read(setting(), fake.kernel());
    return reading.kind == Reading::Kind::value ? to_text(reading.value) : reading.reason;
  }

  fake::FakeKernel fake;
  settings::Settings all;
};

}  // namespace

TEST_CASE("the MTU is read, written and read back") {
  Rail rail{wish("mtu", number(9000))};
  CHECK(rail.actual() == "1500");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "9000");
  CHECK(rail.setting().disruption() == catalog::Disruption::carrier);
}

TEST_CASE("what isn't hardware isn't disturbed") {
  Rail rail{wish("mtu", number(9000)), {.name = "ens1", .pci = ""}};
  CHECK(rail.setting().disruption() == catalog::Disruption::none);
}

TEST_CASE("an MTU that the NIC doesn't take is refused with the kernel's sentence") {
  Rail rail{wish("mtu", number(9000)), {.name = "ens1", .pci = "0000:5e:00.0", .mtu_max = 2000}};
  auto written = write(rail.setting(), rail.fake.kernel());
  REQUIRE_FALSE(written);
  CHECK(written.error().code == EINVAL);
  CHECK_FALSE(written.error().detail.empty());
}

TEST_CASE("flow control changes the priorities and nothing else of PFC") {
  Rail rail{wish("dcb.pfc", catalog::Priorities{3})};
  rail.fake.dcb("ens1").pfc->delay = 40;
  CHECK(rail.actual() == "none");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "3");
  CHECK(rail.fake.dcb("ens1").pfc->delay == 40);
}

TEST_CASE("DCB that the driver doesn't have is unsupported, not none") {
  Rail without{wish("dcb.pfc", catalog::Priorities{}), {.name = "ens1", .pci = "0000:5e:00.0", .dcb = false}};
  CHECK(read(without.setting(), without.fake.kernel()).kind == Reading::Kind::unsupported);
  Rail absent{wish("dcb.pfc", catalog::Priorities{})};
  absent.fake.dcb("ens1").pfc.reset();
  CHECK(read(absent.setting(), absent.fake.kernel()).kind == Reading::Kind::unsupported);
}

TEST_CASE("trust is dscp while a DSCP entry exists; turning it on gives all 64 their default") {
  Rail rail{wish("dcb.trust", word("dscp"))};
  CHECK(rail.actual() == "pcp");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "dscp");
  const auto& apps = rail.fake.dcb("ens1").apps;
  REQUIRE(apps.size() == 64);
  for (const auto& app : apps) CHECK(app.priority == app.protocol >> 3);
}

TEST_CASE("trust pcp takes every DSCP entry away") {
  Rail rail{wish("dcb.trust", word("pcp"))};
  rail.fake.dcb("ens1").apps = {{kernel::App::dscp, 3, 26}, {kernel::App::dscp, 6, 48}};
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "pcp");
}

TEST_CASE("only the DSCPs that the profile names are compared and written") {
  Rail rail{wish("dcb.dscp_prio", catalog::NumberMap{{26, 3}})};
  rail.fake.dcb("ens1").apps = {{kernel::App::dscp, 0, 26}, {kernel::App::dscp, 5, 46}};
  CHECK(rail.actual() == "26=0");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "26=3");
  CHECK(std::count(rail.fake.dcb("ens1").apps.begin(), rail.fake.dcb("ens1").apps.end(),
                   kernel::App{kernel::App::dscp, 5, 46}) == 1);
}

TEST_CASE("a driver that keeps several priorities for a DSCP loses the ones that aren't wished") {
  Rail rail{wish("dcb.dscp_prio", catalog::NumberMap{{26, 3}})};
  auto& port = rail.fake.dcb("ens1");
  port.mlx5_apps = false;
  port.apps = {{kernel::App::dscp, 1, 26}, {kernel::App::dscp, 3, 26}};
  CHECK(rail.actual() == "26=1");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "26=3");
}

TEST_CASE("the owner of DCBX") {
  Rail rail{wish("dcb.dcbx", word("firmware"))};
  CHECK(rail.actual() == "host");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "firmware");
  rail.fake.dcb("ens1").dcbx_refused = true;
  CHECK_FALSE(write(rail.setting(), rail.fake.kernel()));
}

TEST_CASE("ECN: the reaction point per priority, the notification point for the port") {
  Rail rail{wish("ecn.priorities", catalog::Priorities{3}),
            {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0", .ecn_rp = 0x08, .ecn_np = 0x01}};
  SUBCASE("any notification file that is on counts for the port") { CHECK(rail.actual() == "3"); }
  SUBCASE("without notification it isn't on, whatever the reaction point says") {
    for (int priority = 0; priority < 8; ++priority)
      rail.fake.add_number("/sys/class/net/ens1/ecn/roce_np/enable/" + std::to_string(priority), 0);
    CHECK(rail.actual() == "3, without np");
    CHECK(write(rail.setting(), rail.fake.kernel()));
    CHECK(rail.actual() == "3");
  }
  SUBCASE("other priorities are turned off") {
    rail.fake.add_number("/sys/class/net/ens1/ecn/roce_rp/enable/5", 1);
    CHECK(rail.actual() == "3 5");
    rail.fake.forget_operations();
    CHECK(write(rail.setting(), rail.fake.kernel()));
    CHECK(rail.actual() == "3");
    CHECK(rail.fake.writes() == 1);
  }
  SUBCASE("an empty file is a firmware that didn't answer, not a zero") {
    rail.fake.add_file("/sys/class/net/ens1/ecn/roce_rp/enable/2", "");
    CHECK(read(rail.setting(), rail.fake.kernel()).kind == Reading::Kind::unknown);
  }
}

TEST_CASE("ECN without MLNX_OFED's files is unsupported") {
  Rail rail{wish("ecn.priorities", catalog::Priorities{3}),
            {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0", .ecn = false}};
  CHECK(read(rail.setting(), rail.fake.kernel()).kind == Reading::Kind::unsupported);
}

TEST_CASE("an ARP sysctl is in force as the larger of its own and all") {
  Rail rail{wish("sysctl.rp_filter", number(2))};
  rail.fake.add_number("/proc/sys/net/ipv4/conf/all/rp_filter", 1);
  CHECK(rail.actual() == "1");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "2");
  CHECK(rail.fake.file("/proc/sys/net/ipv4/conf/all/rp_filter") == "1\n");
}

TEST_CASE("where all alone prevents a wish, it is said and nothing is written") {
  Rail rail{wish("sysctl.rp_filter", number(0))};
  rail.fake.add_number("/proc/sys/net/ipv4/conf/all/rp_filter", 1);
  node::Snapshot now{rail.fake.kernel()};
  auto obstacle = rail.setting().obstacle(now, number(1));
  REQUIRE(obstacle);
  CHECK(obstacle->state == settings::State::failed);
  CHECK(obstacle->cause.find("conf/all/rp_filter is 1") != std::string::npos);
}

TEST_CASE("an InfiniBand port has no Ethernet settings") {
  for (const char* name : {"mtu", "dcb.pfc", "sysctl.arp_ignore", "children", "ecn.priorities"}) {
    const auto* row = catalog::find(name);
    catalog::Value value = row->type == catalog::Type::priorities ? catalog::Value{catalog::Priorities{3}} : number(1);
    Rail rail{wish(name, value), {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0", .infiniband = true}};
    auto reading = read(rail.setting(), rail.fake.kernel());
    CHECK(reading.kind == Reading::Kind::unsupported);
    CHECK(reading.reason.find("IPoIB") != std::string::npos);
    CHECK(reading.reason.find("pkey") != std::string::npos);
  }
}

TEST_CASE("the link layer is read and never written") {
  Rail rail{wish("link_layer", word("ethernet")),
            {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0", .infiniband = true}};
  CHECK(rail.actual() == "infiniband");
  node::Snapshot now{rail.fake.kernel()};
  CHECK(rail.setting().obstacle(now, word("infiniband"))->state == settings::State::drifted);
}

TEST_CASE("children below their parent") {
  Rail rail{wish("children", word("follow")), {.name = "ens1", .ifindex = 4, .pci = "0000:5e:00.0", .mtu = 9000}};
  CHECK(rail.actual() == "follow");
  rail.fake.add_link({.name = "mv0", .mtu = 1500, .kind = "macvlan", .parent = 4});
  rail.fake.add_link({.name = "other", .mtu = 1500, .kind = "macvlan", .parent = 99});
  CHECK(rail.actual() == "mv0 1500");
  CHECK(write(rail.setting(), rail.fake.kernel()));
  CHECK(rail.actual() == "follow");
  CHECK(rail.fake.link("other").mtu == 1500);
  SUBCASE("in another network namespace they are found and told, not written") {
    rail.fake.add_child("pod-x", {.ifindex = 2, .name = "net1", .mtu = 1500, .kind = "macvlan", .parent = 4});
    CHECK(rail.actual() == "net1 1500 in netns pod-x");
    node::Snapshot now{rail.fake.kernel()};
    auto obstacle = rail.setting().obstacle(now, word("net1 1500 in netns pod-x"));
    REQUIRE(obstacle);
    CHECK(obstacle->state == settings::State::drifted);
  }
}

TEST_CASE("children = report and leave") {
  Rail report{wish("children", word("report")), {.name = "ens1", .ifindex = 4, .pci = "0000:5e:00.0", .mtu = 9000}};
  report.fake.add_link({.name = "mv0", .mtu = 1500, .kind = "macvlan", .parent = 4});
  CHECK(report.actual() == "mv0 1500");
  node::Snapshot now{report.fake.kernel()};
  CHECK(report.setting().obstacle(now, word("mv0 1500"))->state == settings::State::drifted);
  Rail leave{wish("children", word("leave")), {.name = "ens1", .ifindex = 4, .pci = "0000:5e:00.0", .mtu = 9000}};
  leave.fake.add_link({.name = "mv0", .mtu = 1500, .kind = "macvlan", .parent = 4});
  CHECK(leave.actual() == "leave");
}
