// What the kernel refuses with an errno alone: the likely reason, and what to do.
#include <doctest/doctest.h>

#include <cerrno>

#include "rail.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

constexpr const char* log_hint = "The driver may say why in the kernel's log: journalctl -k -g ens1";

/// What stands behind the kernel's own words.
std::string advice(Rail& rail, std::string_view name) {
  rail.converge();
  CHECK(rail.state(name) == State::failed);
  const auto& cause = rail.row(name).cause;
  auto still = cause.find("it still reads");
  REQUIRE(still != std::string::npos);
  auto end = cause.find(". ", still);
  return end == std::string::npos ? std::string{} : cause.substr(end + 2);
}

/// A rail with virtual functions that have these limits and promises.
struct Functions : Rail {
  using Rail::Rail;
  void add(std::uint32_t min_rate, std::uint32_t max_rate) {
    auto& all = fake.virtual_functions("ens1");
    all.push_back({.number = static_cast<std::uint32_t>(all.size()), .min_rate = min_rate, .max_rate = max_rate});
  }
  void refuse(const char* speed) {
    fake.add_file("/sys/class/net/ens1/speed", speed);
    fake.fail_write("virtual_function", EINVAL);
  }
};

}  // namespace

TEST_CASE("an MTU above the device's maximum") {
  auto nic = Rail::mlx5();
  nic.mtu_max = 2000;
  Rail rail{{wish("mtu", number(9000))}, nic};
  CHECK(advice(rail, "mtu") == "ens1 takes 2000 at most: write mtu = 2000 or less");
}

TEST_CASE("an MTU that the driver refuses within the limits; and a refusal that isn't about the value") {
  Rail rail{{wish("mtu", number(9000))}};
  rail.fake.fail_write("mtu", EINVAL);
  CHECK(advice(rail, "mtu") == log_hint);
  rail.fake.clear_faults();
  rail.fake.fail_write("mtu", EBUSY);
  CHECK(advice(rail, "mtu").empty());
}

TEST_CASE("a child's MTU above its parent's") {
  Rail rail{{wish("mtu", number(9000))}};
  rail.profile.groups[0].match = {.ifname = {"up"}, .kind = {"virtual"}};
  auto parent = rail.fake.link("ens1").ifindex;
  const std::string here =
      "It lies on ens1, whose MTU is 1500, and can't have more: raise that first, or write "
      "mtu = 1500 or less";
  SUBCASE("VLAN") {
    rail.fake.add_link({.name = "up", .kind = "vlan", .parent = parent});
    CHECK(advice(rail, "mtu") == here);
  }
  SUBCASE("macvlan") {
    rail.fake.add_link({.name = "up", .kind = "macvlan", .parent = parent});
    CHECK(advice(rail, "mtu") == here);
  }
  SUBCASE("whose parent is elsewhere") {
    rail.fake.add_link({.name = "up", .kind = "vlan"});
    rail.fake.fail_write("mtu", ERANGE);
    CHECK(advice(rail, "mtu") ==
          "Likely its parent, in another network namespace, has a smaller MTU: raise that first");
  }
}

TEST_CASE("global pause while PFC is on, and without it") {
  Rail rail{{wish("dcb.global_pause", flag(true))}};
  rail.dcb().pfc->enabled = 0x28;
  CHECK(advice(rail, "dcb.global_pause") ==
        "PFC is on for 3 5, and a port has one or the other: write dcb.pfc = [], or global_pause = false");
  rail.dcb().pfc->enabled = 0;
  rail.fake.fail_write("pause", EINVAL);
  CHECK(advice(rail, "dcb.global_pause") == log_hint);
}

TEST_CASE("flow control that the driver refuses") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3, 4})}};
  rail.fake.fail_write("pfc", EINVAL);
  SUBCASE("since the card can't pause as many") {
    rail.dcb().pfc->capability = 1;
    CHECK(advice(rail, "dcb.pfc") == "ens1 can pause 1 priority at once, not 2: write fewer");
  }
  SUBCASE("beside global pause") {
    rail.fake.pause("ens1") = {false, true, true};
    CHECK(advice(rail, "dcb.pfc") ==
          "Likely since global pause is on, and a port has one or the other: write dcb.global_pause = false, too");
  }
  SUBCASE("for what can't be seen from here") { CHECK(advice(rail, "dcb.pfc") == log_hint); }
}

TEST_CASE("buffers that the driver refuses") {
  Rail rail{{wish("dcb.buffer.size", numbers({200000, 0, 0, 200000, 0, 0, 0, 0}))}};
  rail.dcb().buffer = kernel::PortBuffer{{}, {131072}, 262144};
  rail.fake.fail_write("buffer", EINVAL);
  CHECK(advice(rail, "dcb.buffer.size") == "They make 400000 bytes, and ens1 has 262144: write less");
  rail.dcb().buffer->total = 0;
  CHECK(advice(rail, "dcb.buffer.size") == log_hint);
}

TEST_CASE("an entry by UDP port on a driver that knows DSCPs alone") {
  Rail rail{{wish("dcb.app.udp", map({{4791, 3}}))}};
  rail.fake.fail_write("app", EINVAL);
  CHECK(
      advice(rail, "dcb.app.udp") ==
      "Likely since ens1's driver (mlx5_core) takes no entries by UDP port: leave dcb.app.udp out, and write the DSCP "
      "of that traffic in dcb.dscp_prio");
}

TEST_CASE("strict classes that the driver refuses") {
  std::vector<profile::Wish> wishes{wish("dcb.ets.strict", catalog::Priorities{6})};
  Rail rail{wishes};
  auto& ets = *rail.dcb().ets;
  rail.fake.fail_write("ets", EINVAL);
  SUBCASE("since the other classes' shares don't make 100 any more") {
    for (auto [each, share] : {std::pair{0U, 60}, {6U, 40}}) {
      ets.tsa.at(each) = kernel::Tsa::ets;
      ets.tx_bandwidth.at(each) = static_cast<std::uint8_t>(share);
    }
    CHECK(advice(rail, "dcb.ets.strict") ==
          "Likely since the shares of the other classes would make 60 percent, not 100: write dcb.ets.bandwidth, too, "
          "which shares the link out anew");
    wishes.insert(wishes.begin(), wish("dcb.ets.bandwidth", map({{0, 100}})));
    rail.profile = rails(wishes);
    CHECK(advice(rail, "dcb.ets.strict") == log_hint);
  }
  SUBCASE("since the port has fewer classes") {
    ets.capability = 3;
    CHECK(advice(rail, "dcb.ets.strict") ==
          "ens1 has 3 traffic classes, of which 6 is none: write such as are below 3");
  }
  SUBCASE("for what can't be seen from here") { CHECK(advice(rail, "dcb.ets.strict") == log_hint); }
  SUBCASE("since that isn't allowed") {
    rail.fake.clear_faults();
    rail.fake.fail_write("ets", EPERM);
    CHECK(advice(rail, "dcb.ets.strict").starts_with("Either roced runs without CAP_NET_ADMIN"));
  }
}

TEST_CASE("rates of virtual functions that the driver refuses") {
  SUBCASE("a limit below what is promised") {
    Functions rail{{wish("sriov.max_rate", number(500))}};
    rail.add(0, 0);
    rail.add(1000, 2000);
    CHECK(advice(rail, "sriov.max_rate") == "vf 1 is promised 1000 Mbit/s, which is more: write sriov.min_rate, too");
  }
  SUBCASE("a promise above the limit") {
    Functions rail{{wish("sriov.min_rate", number(3000))}};
    rail.add(1000, 2000);
    CHECK(advice(rail, "sriov.min_rate") == "vf 0 may send 2000 Mbit/s at most: write sriov.max_rate, too");
  }
  SUBCASE("more than the link has") {
    Functions rail{{wish("sriov.max_rate", number(50000))}};
    rail.add(0, 0);
    rail.refuse("25000\n");
    CHECK(advice(rail, "sriov.max_rate") ==
          "Likely since the link has 25000 Mbit/s: write 25000 or less, or 0 for no limit");
  }
  SUBCASE("more than the link has for all of them") {
    Functions rail{{wish("sriov.min_rate", number(10000))}};
    for (int i = 0; i < 4; ++i) rail.add(0, 0);
    rail.refuse("25000\n");
    CHECK(advice(rail, "sriov.min_rate") ==
          "Likely since that makes 40000 Mbit/s for 4 virtual functions, and the link has 25000: write 6250 or less");
  }
  SUBCASE("while the port is down") {
    Functions rail{{wish("sriov.max_rate", number(500))}};
    rail.add(0, 0);
    rail.refuse("-1\n");
    CHECK(advice(rail, "sriov.max_rate").starts_with("Likely since ens1 has no carrier"));
  }
  SUBCASE("for what can't be seen from here") {
    Functions rail{{wish("sriov.max_rate", number(500))}};
    rail.add(0, 0);
    rail.refuse("25000\n");
    CHECK(advice(rail, "sriov.max_rate") == log_hint);
  }
  SUBCASE("what isn't a rate") {
    Functions rail{{wish("sriov.trust", flag(true))}};
    rail.add(0, 0);
    rail.fake.virtual_functions("ens1")[0].trust = false;
    rail.refuse("25000\n");
    CHECK(advice(rail, "sriov.trust").empty());
  }
}
