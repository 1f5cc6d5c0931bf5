#include "converge/convergence.hpp"

#include <doctest/doctest.h>

#include <cerrno>

#include "../wishes.hpp"

using namespace roced;
using namespace roced::test;
using converge::Convergence;
using settings::State;

namespace {

bool all(const settings::Setting& /*setting*/, State /*state*/) { return true; }

/// Two mlx5 rails and a profile of everything that this version knows of a NIC.
struct Rails {
  Rails() {
    fake.add_nic({.name = "ens1", .ifindex = 4, .pci = "0000:5e:00.0", .rdma = "mlx5_0"});
    fake.add_nic({.name = "ens2", .ifindex = 5, .pci = "0000:5f:00.0", .rdma = "mlx5_1"});
  }
  void make() {
    guard.emplace(std::chrono::seconds{0});
    convergence.emplace(fake.kernel(), settings_of(fake, profile), profile.repair, *guard, store);
  }
  std::vector<converge::Outcome> run(const converge::Ask& ask = {}) { return convergence->converge(all, ask); }
  State state(const std::string& nic, const std::string& name) const { return row(nic, name).state; }
  converge::SettingReport row(const std::string& nic, const std::string& name) const {
    converge::Report report;
    convergence->fill(report);
    for (const auto& each : report.nics)
      for (const auto& setting : each.settings)
        if (each.name == nic && setting.name == name) return setting;
    FAIL("no such setting: ", nic, " ", name);
    return {};
  }

  fake::FakeKernel fake;
  profile::Profile profile =
      rails({wish("mtu", number(9000)), wish("dcb.trust", word("dscp")),
             wish("dcb.dscp_prio", catalog::NumberMap{{26, 3}}), wish("dcb.pfc", catalog::Priorities{3}),
             wish("ecn.priorities", catalog::Priorities{3}), wish("sysctl.arp_ignore", number(1))});
  std::optional<converge::BusyGuard> guard;
  converge::NoStore store;
  std::optional<Convergence> convergence;
};

}  // namespace

TEST_CASE("after a convergence a check is clean, and a second convergence writes nothing") {
  Rails rails;
  rails.make();
  rails.run();
  for (const char* name : {"mtu", "dcb.trust", "dcb.dscp_prio", "dcb.pfc", "ecn.priorities", "sysctl.arp_ignore"})
    CHECK_MESSAGE(rails.state("ens2", name) == State::in_sync, name);
  rails.fake.forget_operations();
  CHECK(rails.run().empty());
  CHECK(rails.fake.writes() == 0);
}

TEST_CASE("a check writes nothing, and asks for each table once") {
  Rails rails;
  rails.make();
  rails.fake.forget_operations();
  rails.convergence->check(all);
  CHECK(rails.fake.writes() == 0);
  CHECK(rails.fake.reads("dcb") == 2);
  CHECK(rails.fake.reads("link") == 2);
  CHECK(rails.fake.reads("/proc/sys/net/ipv4/conf/all/arp_ignore") == 1);
}

TEST_CASE("where the profile observes, drift is only told") {
  Rails rails;
  rails.profile.groups[0].mode = profile::Mode::observe;
  rails.make();
  rails.fake.forget_operations();
  rails.run();
  CHECK(rails.fake.writes() == 0);
  CHECK(rails.state("ens1", "mtu") == State::drifted);
  SUBCASE("unless a person asks") {
    rails.run({.person = true});
    CHECK(rails.state("ens1", "mtu") == State::in_sync);
  }
}

TEST_CASE("a write that fails is told with why, and keeps nothing else from being written") {
  Rails rails;
  rails.make();
  rails.fake.fail_write("mtu", EIO, {.of = "ens1"});
  rails.run();
  CHECK(rails.state("ens1", "mtu") == State::failed);
  CHECK(rails.row("ens1", "mtu").cause.find("EIO") != std::string::npos);
  CHECK(rails.state("ens1", "dcb.pfc") == State::in_sync);
  CHECK(rails.state("ens2", "mtu") == State::in_sync);
}

TEST_CASE("a write that silently does nothing is failed") {
  Rails rails;
  rails.make();
  rails.fake.ignore_write("pfc");
  rails.run();
  CHECK(rails.state("ens1", "dcb.pfc") == State::failed);
  CHECK(rails.row("ens1", "dcb.pfc").actual == "none");
  SUBCASE("and isn't tried again without end on the news of that very write, only by the next check") {
    for (int i = 0; i < 5; ++i) rails.run({.event = true});
    rails.fake.forget_operations();
    rails.run({.event = true});
    CHECK(rails.fake.writes() == 0);
    CHECK(rails.state("ens1", "dcb.pfc") == State::failed);
    rails.fake.clear_faults();
    rails.run();
    CHECK(rails.state("ens1", "dcb.pfc") == State::in_sync);
    CHECK_FALSE(rails.convergence->waits_for_idle());
  }
}

TEST_CASE("what is held otherwise needs no asking: a pause's end, a count that holds again are told") {
  Rails rails;
  SUBCASE("paused") {
    rails.make();
    rails.convergence->stand_still(converge::Standstill{State::held, "paused"});
  }
  SUBCASE("the count doesn't hold") {
    rails.profile.groups[0].count = 8;
    rails.make();
  }
  SUBCASE("only by hand") {
    rails.profile.repair.disruptive = profile::Disruptive::never;
    rails.make();
  }
  rails.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  rails.run();
  CHECK(rails.state("ens1", "dcb.pfc") == State::held);
  CHECK_FALSE(rails.convergence->waits_for_idle());
}

TEST_CASE("what somebody undoes between write and read-back is repaired on the news of that") {
  Rails rails;
  rails.make();
  rails.run({.fresh_start = true});
  rails.fake.dcb("ens1").pfc->enabled = 0;
  bool undone = false;
  rails.fake.before([&](const fake::Operation& operation) {
    if (undone || operation.write || operation.what != "dcb" || rails.fake.writes("pfc") < 3) return;
    undone = true;
    rails.fake.dcb("ens1").pfc->enabled = 0;
  });
  rails.run({.event = true});
  CHECK(undone);
  CHECK(rails.state("ens1", "dcb.pfc") == State::failed);
  rails.run({.event = true});
  CHECK(rails.state("ens1", "dcb.pfc") == State::in_sync);
}

TEST_CASE("what a write of its unit undoes is told at once") {
  Rails rails;
  rails.make();
  rails.run({.fresh_start = true});
  // A map whose new entry is ignored while the old one goes leaves no entry at all, and so no trust.
  rails.fake.dcb("ens1").apps = {{kernel::App::dscp, 5, 26}};
  rails.fake.ignore_write("app");
  rails.run({.event = true});
  CHECK(rails.state("ens1", "dcb.dscp_prio") == State::failed);
  CHECK(rails.state("ens1", "dcb.trust") == State::drifted);
}

TEST_CASE("where the count doesn't hold, nothing of the group is written") {
  Rails rails;
  rails.profile.groups[0].count = 8;
  rails.make();
  rails.fake.forget_operations();
  rails.run({.person = true, .now = true});
  CHECK(rails.fake.writes() == 0);
  CHECK(rails.state("ens1", "mtu") == State::held);
}

TEST_CASE("virtual functions that a pod has are asked for again, unless the profile only observes") {
  Rails rails;
  const std::string device = "/sys/class/net/ens1/device";
  rails.fake.add_number(device + "/sriov_totalvfs", 16);
  rails.fake.add_number(device + "/sriov_numvfs", 1);
  rails.fake.add_symlink(device + "/virtfn0", "../0000:5e:00.2");
  rails.fake.add_symlink("/sys/devices/pci0000:00/0000:5e:00.2/driver", "../../../bus/pci/drivers/mlx5_core");
  rails.profile = roced::test::rails({wish("sriov.vfs", number(2))});
  bool asks = true;
  SUBCASE("enforced") {}
  SUBCASE("observed") {
    rails.profile.groups[0].mode = profile::Mode::observe;
    asks = false;
  }
  rails.make();
  rails.run();
  CHECK(rails.state("ens1", "sriov.vfs") == State::held);
  CHECK(rails.convergence->waits_for_idle() == asks);
}

TEST_CASE("what disturbs a running job waits for it, unless told now") {
  Rails rails;
  rails.make();
  rails.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  rails.run();
  CHECK(rails.state("ens1", "dcb.pfc") == State::held);
  CHECK(rails.row("ens1", "dcb.pfc").cause.find("python3 (pid 4242)") != std::string::npos);
  CHECK_MESSAGE(rails.state("ens1", "dcb.dscp_prio") == State::held, "a unit waits as a whole");
  CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::in_sync);
  CHECK(rails.state("ens2", "dcb.pfc") == State::in_sync);
  CHECK_MESSAGE(rails.convergence->waits_for_idle(), "nobody tells when the job ends");
  SUBCASE("now") {
    rails.run({.person = true, .now = true});
    CHECK(rails.state("ens1", "dcb.pfc") == State::in_sync);
  }
  SUBCASE("once it has ended") {
    rails.fake.clear_queue_pairs();
    rails.run();
    CHECK(rails.state("ens1", "dcb.pfc") == State::in_sync);
  }
}

TEST_CASE("a job that was seen at a check, and ended, is waited for: it may be restarting") {
  Rails rails;
  rails.make();
  rails.guard.emplace(std::chrono::seconds{120});
  rails.run({.fresh_start = true});
  rails.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  rails.run();
  rails.fake.clear_queue_pairs();
  rails.fake.dcb("ens1").pfc->enabled = 0;
  rails.fake.dcb("ens2").pfc->enabled = 0;
  rails.run();
  CHECK(rails.state("ens1", "dcb.pfc") == State::held);
  CHECK(rails.state("ens2", "dcb.pfc") == State::in_sync);
}

TEST_CASE("a job that comes up between plan and write is seen") {
  Rails rails;
  rails.make();
  bool up = false;
  rails.fake.before([&](const fake::Operation& operation) {
    if (up || operation.what != "mtu" || operation.of != "ens1") return;
    up = true;
    rails.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  });
  rails.run();
  CHECK(up);
  CHECK(rails.state("ens1", "mtu") == State::in_sync);
  CHECK(rails.state("ens1", "dcb.pfc") == State::held);
}

TEST_CASE("a setting that is changed back again and again becomes contended") {
  Rails rails;
  rails.profile.groups[0].wishes = {wish("sysctl.arp_ignore", number(1))};
  rails.profile.repair.limit = 3;
  rails.make();
  for (int i = 0; i < 3; ++i) {
    rails.fake.add_number("/proc/sys/net/ipv4/conf/ens1/arp_ignore", 0);
    rails.run();
    CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::in_sync);
  }
  rails.fake.add_number("/proc/sys/net/ipv4/conf/ens1/arp_ignore", 0);
  rails.run();
  CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::contended);
  rails.run({.person = true});
  CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::in_sync);
}

TEST_CASE("a card that is plugged in anew is in no fight") {
  Rails rails;
  rails.profile.groups[0].wishes = {wish("sysctl.arp_ignore", number(1))};
  rails.profile.repair.limit = 1;
  rails.make();
  auto reset = [&] { rails.fake.add_number("/proc/sys/net/ipv4/conf/ens1/arp_ignore", 0); };
  for (int i = 0; i < 2; ++i) {
    reset();
    rails.run();
  }
  REQUIRE(rails.state("ens1", "sysctl.arp_ignore") == State::contended);
  auto anew = [&] {
    auto before = std::move(*rails.convergence);
    rails.make();
    rails.convergence->inherit(before);
    rails.run();
  };
  SUBCASE("the same card") {
    anew();
    CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::contended);
  }
  SUBCASE("another interface of that name") {
    rails.fake.link("ens1").ifindex += 100;
    anew();
    CHECK(rails.state("ens1", "sysctl.arp_ignore") == State::in_sync);
  }
}

TEST_CASE("under another profile, what is asked for alike is told with the same since, and no fight goes on") {
  Rails rails;
  rails.make();
  rails.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
  rails.run();
  REQUIRE(rails.state("ens1", "dcb.pfc") == State::held);
  auto since = rails.row("ens1", "dcb.pfc").since;
  auto before = std::move(*rails.convergence);
  SUBCASE("the same wish") {
    rails.make();
    rails.convergence->remember(before);
    CHECK(rails.run().empty());  // nothing that wasn't told before
    CHECK(rails.state("ens1", "dcb.pfc") == State::held);
    CHECK(rails.row("ens1", "dcb.pfc").since == since);
  }
  SUBCASE("another wish") {
    rails.profile.groups[0].wishes = {wish("dcb.pfc", catalog::Priorities{4})};
    rails.make();
    rails.convergence->remember(before);
    CHECK(rails.run().size() == 2);
    CHECK(rails.row("ens1", "dcb.pfc").since > since);
  }
}
