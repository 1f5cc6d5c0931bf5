// Things that happened to operators, each with the right answer. The numbers are those of the project's collection.
#include <doctest/doctest.h>

#include <cerrno>

#include "rail.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

bool has_problem(const converge::Report& report, const std::string& code, const std::string& part) {
  for (const auto& problem : report.problems)
    if (problem.code == code && problem.text.find(part) != std::string::npos) return true;
  return false;
}

/// Looks, as rocectl check does.
void check(Rail& rail) {
  converge::Convergence convergence{rail.fake.kernel(), settings_of(rail.fake, rail.profile), rail.profile.repair,
                                    rail.guard, rail.store};
  convergence.check([](const auto&, State) { return true; });
  rail.report = {};
  convergence.fill(rail.report);
}

std::string problem_of_match(Rail& rail) {
  auto matching = node::match(rail.profile, node::discover(rail.fake.kernel()));
  return matching.problems.empty() ? std::string{} : matching.problems[0].text;
}

kernel::Link child(int parent, unsigned mtu) {
  return {.ifindex = 7, .name = "net1", .mtu = mtu, .type = 1, .kind = "macvlan", .parent = parent};
}

}  // namespace

TEST_CASE("055: RoCE settings on an InfiniBand port are not for it") {
  auto nic = Rail::mlx5();
  nic.infiniband = true;
  Rail rail{
      {wish("dcb.trust", word("dscp")), wish("dcb.pfc", catalog::Priorities{3}), wish("rdma_cm.tos", number(106))},
      nic};
  check(rail);
  for (const char* name : {"dcb.trust", "dcb.pfc", "rdma_cm.tos"}) CHECK(rail.state(name) == State::unsupported);
}

TEST_CASE("056: a renamed RDMA device is suggested for the name that the profile has") {
  auto nic = Rail::mlx5();
  nic.rdma = "rocep59s0f0";
  Rail rail{{}, nic};
  rail.profile.groups[0].match = {};
  rail.profile.groups[0].match.rdma_device = {"mlx5_*"};
  CHECK(problem_of_match(rail).find("rocep59s0f0 at 0000:5e:00.0") != std::string::npos);
}

TEST_CASE("a name without the port suffix that newer kernels add is a near miss") {
  auto nic = Rail::mlx5();
  nic.name = "ens1f0np0";
  Rail rail{{}, nic};
  rail.profile.groups[0].match.ifname = {"ens1f0"};
  CHECK(problem_of_match(rail).find("ens1f0np0 at 0000:5e:00.0") != std::string::npos);
}

TEST_CASE("059 and 077: of a bond, QoS is looked at on each member, and the MTU is set on the bond") {
  Rail rail{{wish("mtu", number(9000)), wish("dcb.trust", word("dscp")), wish("dcb.pfc", catalog::Priorities{5})}};
  auto bond = rail.fake.add_link({.name = "bond0", .mtu = 1500, .type = 1, .kind = "bond"});
  rail.fake.link("ens1").master = bond;
  rail.fake.add_nic({.name = "ens2", .pci = "0000:5e:00.1", .master = bond});
  auto& good = rail.fake.dcb("ens1");
  good.pfc->enabled = 0x20;
  good.apps = {{kernel::App::dscp, 5, 40}};
  check(rail);
  REQUIRE(rail.report.nics.size() == 2);
  CHECK(rail.report.nics[0].settings[1].state == State::in_sync);
  CHECK(rail.report.nics[1].settings[1].actual == "pcp");
  CHECK(rail.report.nics[1].settings[2].actual == "none");
  rail.converge();
  CHECK(rail.fake.link("bond0").mtu == 9000);
  CHECK(rail.fake.link("ens2").mtu == 9000);
}

TEST_CASE("061: a port that is down is told as that") {
  auto nic = Rail::mlx5();
  nic.carrier = false;
  Rail rail{{wish("mtu", number(1500))}, nic};
  check(rail);
  CHECK(rail.state("mtu") == State::in_sync);
  CHECK(has_problem(rail.report, "port-down", "ens1"));
}

TEST_CASE("073 and 074: children that stayed small are found where they are, whatever the parent has") {
  Rail rail{{wish("mtu", number(9000)), wish("children", word("report"))}};
  rail.fake.link("ens1").mtu = 9000;
  rail.fake.add_child("pod-x", child(rail.fake.link("ens1").ifindex, 1500));
  check(rail);
  CHECK(rail.state("mtu") == State::in_sync);
  CHECK(rail.state("children") == State::drifted);
  CHECK(rail.row("children").actual == "net1 1500 in netns pod-x");
}

TEST_CASE("079: a card as it comes from the factory") {
  Rail rail{{wish("dcb.trust", word("dscp")), wish("dcb.pfc", catalog::Priorities{3})}};
  check(rail);
  CHECK(rail.state("dcb.trust") == State::drifted);
  CHECK(rail.row("dcb.trust").actual == "pcp");
  CHECK(rail.row("dcb.pfc").actual == "none");
}

TEST_CASE("086: an unset traffic class is drift, another driver's lack of it is unsupported") {
  Rail rail{{wish("traffic_class", number(104))}};
  check(rail);
  CHECK(rail.state("traffic_class") == State::unsupported);
  const std::string file = "/sys/class/infiniband/mlx5_0/tc/1/traffic_class";
  rail.fake.add_file(file, "");
  check(rail);
  CHECK(rail.state("traffic_class") == State::drifted);
  rail.fake.add_file(file, "Global tclass=104\nRule: src_ip=10.0.0.1 tclass=32\n");
  check(rail);
  CHECK(rail.state("traffic_class") == State::in_sync);
}

TEST_CASE("088: any np switch turns notification on, rp counts for its priority") {
  auto nic = Rail::mlx5();
  nic.np_portwide = false;
  nic.ecn_np = 0x01;
  nic.ecn_rp = 0x08;
  Rail rail{{wish("ecn.priorities", catalog::Priorities{3})}, nic};
  check(rail);
  CHECK(rail.state("ecn.priorities") == State::in_sync);
}

TEST_CASE("091: global pause beside PFC") {
  Rail rail{{wish("dcb.global_pause", flag(false)), wish("dcb.pfc", catalog::Priorities{3})}};
  rail.fake.dcb("ens1").pfc->enabled = 8;
  rail.fake.pause("ens1") = {false, true, true};
  check(rail);
  CHECK(rail.state("dcb.global_pause") == State::drifted);
  CHECK(rail.state("dcb.pfc") == State::in_sync);
}

TEST_CASE("094: the host is as wished and the switch differs") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3})}};
  rail.fake.dcb("ens1").pfc->enabled = 8;
  rail.fake.dcb("ens1").peer_pfc = kernel::Pfc{.capability = 8, .enabled = 0};
  check(rail);
  CHECK(rail.state("dcb.pfc") == State::in_sync);
  CHECK(has_problem(rail.report, "peer-differs", "on none"));
}

TEST_CASE("095: dots in an interface's name stay dots in the path") {
  auto nic = Rail::mlx5();
  nic.name = "ens2.10";
  nic.rp_filter = 1;
  Rail rail{{wish("sysctl.rp_filter", number(2))}, nic};
  rail.converge();
  CHECK(rail.state("sysctl.rp_filter") == State::in_sync);
  CHECK(rail.fake.file("/proc/sys/net/ipv4/conf/ens2.10/rp_filter") == "2\n");
}

TEST_CASE("106: two macvlans with one MAC address") {
  Rail rail{{wish("children", word("report"))}};
  auto twin = child(rail.fake.link("ens1").ifindex, 1500);
  twin.address = "02:aa:bb:00:00:55";
  for (const char* pod : {"pod-a", "pod-b"}) rail.fake.add_child(pod, twin);
  check(rail);
  CHECK(has_problem(rail.report, "duplicate-mac", "net1 in netns pod-a and net1 in netns pod-b"));
}

TEST_CASE("049: a GID table that pods have filled") {
  Rail rail{{wish("children", word("report"))}};
  int parent = rail.fake.link("ens1").ifindex;
  auto fill = [&](int children) {
    for (int i = 0; i < 256; ++i)
      rail.fake.add_file("/sys/class/infiniband/mlx5_0/ports/1/gids/" + std::to_string(i), "", {});
    auto& table = rail.fake.gids("mlx5_0");
    table = {.used = 4, .size = 256, .by_netdev = {{parent, 4}}};
    for (int i = 0; i < children; ++i) {
      auto name = "mv" + std::to_string(i);
      int ifindex = rail.fake.add_link({.name = name, .mtu = 1500, .type = 1, .kind = "macvlan", .parent = parent});
      if (table.used == table.size) continue;
      table.by_netdev[ifindex] = 4;
      table.used += 4;
    }
    check(rail);
  };
  SUBCASE("full, and one child too many") {
    fill(64);
    CHECK(has_problem(rail.report, "gid-table-full", "GID table full: 256 of 256 entries of mlx5_0 port 1"));
    CHECK(has_problem(rail.report, "gid-table-full", "without an entry: mv63."));
    CHECK(rail.report.state() == State::failed);
  }
  SUBCASE("nine tenths warn") {
    fill(57);
    CHECK(has_problem(rail.report, "gid-table-full", "nearly full: 232 of 256"));
    CHECK(rail.report.state() == State::in_sync);
  }
  SUBCASE("few children: the device isn't even asked") {
    fill(50);
    CHECK(rail.report.problems.empty());
    CHECK(rail.fake.reads("gids") == 0);
  }
}

TEST_CASE("058: a bond over two adapters has no RoCE LAG; one over an adapter's two ports has") {
  Rail rail{{}};
  auto bond = rail.fake.add_link({.name = "bond0", .mtu = 1500, .type = 1, .kind = "bond"});
  rail.fake.link("ens1").master = bond;
  rail.fake.add_nic({.name = "ens2", .pci = "0000:5e:00.1", .master = bond});
  CHECK(problem_of_match(rail).empty());
  rail.fake.add_nic({.name = "ens4", .pci = "0000:3b:00.0", .master = bond});
  CHECK(problem_of_match(rail).find("bond0 joins ports of different adapters (ens4 at 0000:3b:00.0, ens1 at "
                                    "0000:5e:00.0)") == 0);
}

TEST_CASE("a bond has one MTU: two groups that want two leave it alone") {
  Rail rail{{wish("mtu", number(9000))}};
  auto bond = rail.fake.add_link({.name = "bond0", .mtu = 1500, .type = 1, .kind = "bond"});
  rail.fake.link("ens1").master = bond;
  rail.fake.add_nic({.name = "eno2", .pci = "0000:5e:00.1", .master = bond});
  SUBCASE("two groups") {
    rail.profile.groups.push_back(rails({wish("mtu", number(4200))}, "eno*").groups[0]);
    rail.profile.groups[1].name = "others";
    rail.converge();
    CHECK(rail.fake.link("bond0").mtu == 1500);
    CHECK(rail.state("mtu") == State::held);
    CHECK(rail.row("mtu").cause.find("bond0 has one MTU") == 0);
    CHECK(rail.row("mtu").cause.find("group others (test.toml:7:3) 4200, group rails (test.toml:7:3) 9000") !=
          std::string::npos);
  }
  SUBCASE("a member that no group names is told of") {
    CHECK(problem_of_match(rail).find("group rails (test.toml:5:1) names ens1 of bond0 but not eno2") == 0);
    rail.converge();
    CHECK(rail.fake.link("bond0").mtu == 9000);
  }
}

TEST_CASE("065: netns_mode stands in modprobe.d, and the boot after it didn't bring it") {
  Rail rail{{}};
  rail.profile.node.push_back(wish("rdma.netns", word("exclusive")));
  rail.fake.add_file("/proc/sys/kernel/random/boot_id", "second\n", {});
  rail.fake.add_file("/etc/modprobe.d/roced.conf", "# in boot first\noptions ib_core netns_mode=0\n", {});
  rail.fake.add_file("/usr/sbin/update-initramfs", "", {});
  check(rail);
  REQUIRE(rail.report.node.size() == 1);
  CHECK(rail.report.node[0].state == State::failed);
  CHECK(rail.report.node[0].cause.find("Build the initramfs anew (update-initramfs -u)") != std::string::npos);
}

TEST_CASE("076: 4200 is room enough for 4096; the netdev's MTU alone has drifted") {
  Rail rail{{wish("mtu", number(9000)), wish("require.active_mtu", number(4096))}};
  rail.fake.link("ens1").mtu = 4200;
  check(rail);
  CHECK(rail.state("mtu") == State::drifted);
  CHECK(rail.row("mtu").actual == "4200");
  CHECK(rail.state("require.active_mtu") == State::in_sync);
}

TEST_CASE("070: an RDMA device that stayed in the network namespace of a pod that is gone") {
  auto nic = Rail::mlx5();
  Rail rail{{wish("mtu", number(9000))}, nic};
  rail.fake.add_nic({.name = "ens5np0", .pci = "0000:6e:00.0"});
  CHECK(problem_of_match(rail).find("ens5np0 (group rails) has no RDMA device: ens1, of the same driver (mlx5_core), "
                                    "has one: a pod has it, or it stayed") != std::string::npos);
  rail.fake.remove("ens1");
  CHECK(problem_of_match(rail).find("its RDMA driver isn't loaded") != std::string::npos);
}

TEST_CASE("089: DCQCN's files are of another network namespace than the links") {
  Rail rail{{wish("ecn.priorities", catalog::Priorities{3}), wish("mtu", number(9000))}};
  SUBCASE("a netdev of that name isn't there") { rail.fake.remove_file("/sys/class/net/ens1"); }
  SUBCASE("another netdev of that name is") { rail.fake.add_file("/sys/class/net/ens1/ifindex", "77\n"); }
  rail.converge();
  CHECK(rail.state("ecn.priorities") == State::unknown);
  CHECK(rail.row("ecn.priorities").cause.find("/sys shows another network namespace") != std::string::npos);
  CHECK(rail.state("mtu") == State::in_sync);
  auto problems = node::discover(rail.fake.kernel()).problems;
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].code == "sysfs-elsewhere");
}

TEST_CASE("085: 106 where a profile says 104 is told: both are DSCP 26, but 104 marks packets as not for ECN") {
  auto nic = Rail::mlx5();
  Rail rail{{wish("rdma_cm.tos", number(104))}, nic};
  rail.fake.add_file("/sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_tos", "106\n");
  check(rail);
  CHECK(rail.state("rdma_cm.tos") == State::drifted);
  CHECK(rail.row("rdma_cm.tos").actual == "106");
}
