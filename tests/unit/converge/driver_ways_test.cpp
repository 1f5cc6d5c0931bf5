// Settings that drivers keep in files of their own, each in its own notation.
#include <doctest/doctest.h>

#include <cerrno>

#include "rail.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

const std::string cc_params = "/sys/kernel/debug/mlx5/0000:5e:00.0/cc_params/";
const std::string cc = "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/";

/// Linux' own mlx5: no ecn files, but debugfs.
Rail inbox_mlx5(std::vector<profile::Wish> wishes) {
  auto nic = Rail::mlx5();
  nic.ecn = false;
  return Rail{std::move(wishes), nic};
}

/// "0x1a\n", as bnxt_re's configfs has it: what is written is hexadecimal, with 0x or without.
int store_hexadecimal(std::string_view written, std::string& content) {
  auto text = kernel::trimmed(written);
  content = std::string{text.starts_with("0x") ? "" : "0x"} + std::string{text} + "\n";
  return 0;
}

/// Broadcom's own driver: making a device's folder brings its files.
void add_bnxt_configfs(fake::FakeKernel& fake) {
  fake.add_folder("/sys/kernel/config/bnxt_re");
  fake.on_make_folder([&fake](const std::string& path) -> kernel::Result<void> {
    if (path != "/sys/kernel/config/bnxt_re/bnxt_re0") return kernel::failure(ENODEV, "make the folder " + path);
    for (const char* name : {"ecn_enable", "roce_prio", "cnp_dscp", "cnp_prio", "cc_mode", "g", "apply"})
      fake.add_file(cc + name, "0x0\n", store_hexadecimal);
    return {};
  });
}

}  // namespace

TEST_CASE("mlx5 prints 32 bits with a sign") {
  auto rail = inbox_mlx5({wish("dcqcn.rpg_byte_reset", number(0xffff'fff0))});
  rail.fake.add_file(cc_params + "rp_byte_reset", "-16\n");
  rail.converge();
  CHECK(rail.row("dcqcn.rpg_byte_reset").actual == "4294967280");
}

TEST_CASE("MLNX_OFED: a parameter is a decimal file of the netdev") {
  Rail rail{
      {wish("dcqcn.cnp_dscp", number(48)), wish("dcqcn.rpg_ai_rate", number(10)), wish("broadcom.cc_mode", number(1))}};
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_dscp") == State::in_sync);
  CHECK(rail.fake.file("/sys/class/net/ens1/ecn/roce_np/cnp_dscp") == "48\n");
  CHECK(rail.fake.file("/sys/class/net/ens1/ecn/roce_rp/rpg_ai_rate") == "10\n");
  CHECK(rail.state("broadcom.cc_mode") == State::unsupported);
  CHECK(rail.row("broadcom.cc_mode").cause == "there is no cc_mode in MLNX_OFED's ecn files");
}

TEST_CASE("MLNX_OFED: an empty file is the firmware's silence, not zero") {
  Rail rail{{wish("dcqcn.cnp_dscp", number(48))}};
  rail.fake.add_file("/sys/class/net/ens1/ecn/roce_np/cnp_dscp", "");
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_dscp") == State::unknown);
  CHECK(rail.row("dcqcn.cnp_dscp").cause.find("the firmware gave no answer") != std::string::npos);
}

TEST_CASE("mlx5's debugfs: the same parameter has another name there, and ECN has no switch") {
  auto rail = inbox_mlx5({wish("dcqcn.cnp_802p_prio", number(6)), wish("dcqcn.clamp_tgt_rate", number(1)),
                          wish("ecn.priorities", catalog::Priorities{3})});
  rail.fake.add_number(cc_params + "np_cnp_prio", 0);
  rail.fake.add_number(cc_params + "rp_clamp_tgt_rate", 0);
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_802p_prio") == State::in_sync);
  CHECK(rail.fake.file(cc_params + "np_cnp_prio") == "6\n");
  CHECK(rail.state("dcqcn.clamp_tgt_rate") == State::in_sync);
  CHECK(rail.state("ecn.priorities") == State::unsupported);
  CHECK(rail.row("ecn.priorities").cause.find("ROCE_CC_PRIO_MASK") != std::string::npos);
}

TEST_CASE("mlx5's debugfs: a CNP priority that the mode keeps out of force isn't in sync") {
  auto rail = inbox_mlx5({wish("dcqcn.cnp_802p_prio", number(6))});
  rail.fake.add_number(cc_params + "np_cnp_prio", 6);
  rail.fake.add_number(cc_params + "np_cnp_prio_mode", 1);
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_802p_prio") == State::failed);  // the fake's mode stays, unlike the kernel's
  CHECK(rail.row("dcqcn.cnp_802p_prio").actual == "6, not in force: np_cnp_prio_mode is 1");
}

TEST_CASE("debugfs that can't be used says why: not mounted, hidden by lockdown, allowed to root only") {
  auto rail = inbox_mlx5({wish("dcqcn.cnp_dscp", number(48))});
  SUBCASE("not mounted") {
    rail.converge();
    CHECK(rail.state("dcqcn.cnp_dscp") == State::unsupported);
    CHECK(rail.row("dcqcn.cnp_dscp").cause.find("debugfs isn't mounted") != std::string::npos);
  }
  SUBCASE("without the firmware's leave") {
    rail.fake.add_folder("/sys/kernel/debug/mlx5/0000:5e:00.0");
    rail.converge();
    CHECK(rail.state("dcqcn.cnp_dscp") == State::unsupported);
    CHECK(rail.row("dcqcn.cnp_dscp").cause.find("the firmware allows no") != std::string::npos);
  }
  SUBCASE("lockdown") {
    rail.fake.add_number(cc_params + "np_cnp_dscp", 0);
    rail.fake.add_file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
    rail.fake.fail_read(cc_params + "np_cnp_dscp", EPERM);
    rail.converge();
    CHECK(rail.state("dcqcn.cnp_dscp") == State::unsupported);
    CHECK(rail.row("dcqcn.cnp_dscp").cause.find("lockdown") != std::string::npos);
  }
  SUBCASE("not root") {
    rail.fake.fail_read("/sys/kernel/debug", EACCES);
    rail.converge();
    CHECK(rail.state("dcqcn.cnp_dscp") == State::unknown);
  }
}

TEST_CASE("bnxt_re's configfs: folder made, values in hexadecimal, applied once") {
  Rail rail{{wish("ecn.priorities", catalog::Priorities{3}), wish("dcqcn.cnp_dscp", number(48)),
             wish("dcqcn.rpg_gd", number(11)), wish("broadcom.cc_mode", number(1))},
            Rail::bnxt()};
  add_bnxt_configfs(rail.fake);
  rail.converge();
  CHECK(rail.state("ecn.priorities") == State::in_sync);
  CHECK(rail.fake.file(cc + "roce_prio") == "0x3\n");
  CHECK(rail.fake.file(cc + "cnp_dscp") == "0x30\n");
  CHECK(rail.row("dcqcn.cnp_dscp").actual == "48");
  CHECK(rail.fake.file(cc + "apply") == "0x1\n");
  CHECK(rail.state("dcqcn.rpg_gd") == State::unsupported);
  CHECK(rail.state("broadcom.cc_mode") == State::in_sync);
}

TEST_CASE("bnxt_re's configfs: a check makes no folder") {
  Rail rail{{wish("broadcom.cc_mode", number(1))}, Rail::bnxt()};
  add_bnxt_configfs(rail.fake);
  converge::Convergence convergence{rail.fake.kernel(), settings_of(rail.fake, rail.profile), rail.profile.repair,
                                    rail.guard, rail.store};
  convergence.check([](const auto&, State) { return true; });
  convergence.fill(rail.report);
  CHECK(rail.state("broadcom.cc_mode") == State::unknown);
  CHECK(rail.row("broadcom.cc_mode").cause.find("its folder must be made first") != std::string::npos);
  CHECK(rail.fake.writes() == 0);
}

TEST_CASE("bnxt_re's configfs: a device that goes between mkdir and write leaves a true report") {
  Rail rail{{wish("broadcom.cc_mode", number(1)), wish("mtu", number(9000))}, Rail::bnxt()};
  add_bnxt_configfs(rail.fake);
  rail.fake.fail_write(cc + "cc_mode", ENODEV);
  rail.converge();
  CHECK(rail.state("broadcom.cc_mode") == State::failed);
  CHECK(rail.row("broadcom.cc_mode").cause.find("ENODEV") != std::string::npos);
  CHECK(rail.state("mtu") == State::in_sync);
}

TEST_CASE("bnxt_re's configfs: what couldn't be applied reads as it was, and is tried again") {
  Rail rail{{wish("dcqcn.cnp_dscp", number(46))}, Rail::bnxt()};
  add_bnxt_configfs(rail.fake);
  rail.fake.fail_write(cc + "apply", EIO, {.times = 1});
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_dscp") == State::failed);
  CHECK(rail.row("dcqcn.cnp_dscp").cause.find(cc + "apply: EIO") != std::string::npos);
  CHECK(rail.row("dcqcn.cnp_dscp").actual != "46");
  rail.converge();
  CHECK(rail.state("dcqcn.cnp_dscp") == State::in_sync);
}

TEST_CASE("bnxt_re's debugfs doesn't tell the priority: one may be it, two can't") {
  const std::string folder = "/sys/kernel/debug/bnxt_re/0000:5e:00.0/cc_config/";
  for (auto [wanted, state] :
       {std::pair{catalog::Priorities{3}, State::in_sync}, std::pair{catalog::Priorities{5, 6}, State::failed}}) {
    Rail rail{{wish("ecn.priorities", wanted)}, Rail::bnxt()};
    rail.fake.add_number(folder + "enable_cc", 1);
    rail.converge();
    CHECK(rail.state("ecn.priorities") == state);
  }
}

TEST_CASE("bnxt_re has one RoCE priority") {
  Rail rail{{wish("ecn.priorities", catalog::Priorities{3, 4})}, Rail::bnxt()};
  add_bnxt_configfs(rail.fake);
  rail.converge();
  CHECK(rail.state("ecn.priorities") == State::failed);
  CHECK(rail.row("ecn.priorities").cause.find("one priority for RoCE") != std::string::npos);
}

TEST_CASE("bnxt_re's debugfs: a write that the firmware refuses is told although it seemed to go well") {
  Rail rail{{wish("ecn.priorities", catalog::Priorities{3}), wish("broadcom.cc_mode", number(1))}, Rail::bnxt()};
  const std::string folder = "/sys/kernel/debug/bnxt_re/0000:5e:00.0/cc_config/";
  rail.fake.add_number(folder + "enable_cc", 0);
  rail.fake.add_number(folder + "cc_mode", 0);
  rail.fake.ignore_write(folder + "cc_mode");
  rail.converge();
  CHECK(rail.state("ecn.priorities") == State::in_sync);
  CHECK(rail.state("broadcom.cc_mode") == State::failed);
}

TEST_CASE("irdma's module parameters are read and explained") {
  auto nic = Rail::mlx5();
  nic.driver = "ice";
  nic.ecn = false;
  Rail rail{{wish("dcqcn.rpg_ai_rate", number(5))}, nic};
  rail.fake.add_file("/sys/module/irdma/parameters/dcqcn_enable", "N\n");
  rail.converge();
  CHECK(rail.state("dcqcn.rpg_ai_rate") == State::unsupported);
  CHECK(rail.row("dcqcn.rpg_ai_rate").cause.find("dcqcn_enable is N") != std::string::npos);
}

TEST_CASE("RDMA CM: the folder comes first, and again when the device came anew") {
  const std::string device = "/sys/kernel/config/rdma_cm/mlx5_0";
  const std::string port = device + "/ports/1/";
  Rail rail{{wish("rdma_cm.tos", number(106)), wish("rdma_cm.roce_mode", word("v2"))}};
  SUBCASE("without rdma_cm") {
    rail.converge();
    CHECK(rail.state("rdma_cm.tos") == State::unsupported);
    CHECK(rail.row("rdma_cm.tos").cause.find("modprobe rdma_cm") != std::string::npos);
  }
  SUBCASE("with it") {
    rail.fake.add_folder("/sys/kernel/config/rdma_cm");
    rail.fake.on_make_folder([&](const std::string& /*path*/) -> kernel::Result<void> {
      rail.fake.clear_faults();
      rail.fake.add_number(port + "default_roce_tos", 0);
      rail.fake.add_file(port + "default_roce_mode", "IB/RoCE v1\n");
      return {};
    });
    rail.converge();
    CHECK(rail.state("rdma_cm.tos") == State::in_sync);
    CHECK(rail.fake.file(port + "default_roce_mode") == "RoCE v2");
    rail.fake.fail_read(port + "default_roce_tos", ENODEV);
    rail.converge();
    CHECK(rail.state("rdma_cm.tos") == State::in_sync);
    CHECK(rail.fake.writes("remove_folder") == 1);
  }
}

TEST_CASE("MLNX_OFED's traffic class: an empty file is unset, not zero") {
  Rail rail{{wish("traffic_class", number(106))}};
  rail.converge();
  CHECK(rail.state("traffic_class") == State::unsupported);
  const std::string file = "/sys/class/infiniband/mlx5_0/tc/1/traffic_class";
  rail.fake.add_file(file, "", [](std::string_view written, std::string& content) {
    content = "Global tclass=" + std::string{written} + "\n";
    return 0;
  });
  rail.converge();
  CHECK(rail.state("traffic_class") == State::in_sync);
  rail.fake.add_file(file, "", [](std::string_view, std::string&) { return EINVAL; });
  rail.converge();
  CHECK(rail.state("traffic_class") == State::failed);
  CHECK(rail.row("traffic_class").actual == "unset");
}

TEST_CASE("active MTU: told, never written, and looked at again after the MTU was") {
  Rail rail{{wish("mtu", number(9000)), wish("require.active_mtu", number(4096))}};
  SUBCASE("it follows in the same convergence") {
    rail.converge();
    CHECK(rail.state("mtu") == State::in_sync);
    CHECK(rail.state("require.active_mtu") == State::in_sync);
  }
  SUBCASE("the netdev has no room for it") {
    rail.profile = rails({wish("require.active_mtu", number(4096))});
    rail.converge();
    CHECK(rail.state("require.active_mtu") == State::drifted);
    CHECK(rail.row("require.active_mtu").actual == "1024");
    CHECK(rail.row("require.active_mtu").cause ==
          "mlx5_0 port 1 puts 1024 bytes into a packet, since the MTU of ens1 is 1500: 4096 needs 4192. Set mtu");
    CHECK(rail.fake.writes() == 0);
  }
  SUBCASE("a port that is down says nothing") {
    rail.fake.link("ens1").carrier = false;
    rail.converge();
    CHECK(rail.state("require.active_mtu") == State::unknown);
    CHECK(rail.fake.reads("rdma_mtu") == 0);
  }
  SUBCASE("it can't be asked") {
    rail.fake.fail_read("rdma_mtu", ENODEV);
    rail.converge();
    CHECK(rail.state("require.active_mtu") == State::unknown);
  }
}

TEST_CASE("each rail has a table of its own: what is missing there is added, what others put there stays") {
  constexpr std::uint32_t mine = 0x0a010002, net = 0x0a010000, router = 0x0a010001, far = 0x0a000000;
  Rail rail{{wish("routing.source_tables", numbers({101}))}};
  int ens1 = rail.fake.link("ens1").ifindex;
  auto& routes = rail.fake.routes();
  SUBCASE("no address") {
    rail.converge();
    CHECK(rail.state("routing.source_tables") == State::unknown);
  }
  rail.fake.addresses().push_back({ens1, mine});
  routes.push_back({.table = 254, .to = {far, 8}, .gateway = router, .ifindex = ens1});
  routes.push_back({.table = 254, .to = {net, 24}, .ifindex = ens1, .source = mine});
  routes.push_back({.table = 254, .to = {0, 0}, .gateway = 1, .ifindex = 1});
  routes.push_back({.table = 102, .to = {0x0a090000, 16}, .ifindex = ens1});  // another table's is no concern of ours
  SUBCASE("nothing there") {
    rail.converge();
    CHECK(rail.state("routing.source_tables") == State::in_sync);
    CHECK(rail.row("routing.source_tables").desired == "101");
    CHECK(rail.fake.written() ==
          std::vector<std::string>{"route: 10.0.0.0/8 in 101", "route: 10.1.0.0/24 in 101", "rule: 10.1.0.2 to 101"});
  }
  SUBCASE("somebody's own route stays") {
    routes.push_back({.table = 101, .to = {far, 8}, .gateway = router + 7, .ifindex = ens1});
    rail.converge();
    CHECK(rail.state("routing.source_tables") == State::in_sync);
    CHECK(rail.fake.writes("route") == 1);
  }
  SUBCASE("the rule is refused") {
    rail.fake.fail_write("rule", EPERM);
    rail.converge();
    CHECK(rail.state("routing.source_tables") == State::failed);
    CHECK(rail.row("routing.source_tables").actual == "no rule from 10.1.0.2");
  }
}
