// The settings that live in DCB, on a fake mlx5.
#include <doctest/doctest.h>

#include "rail.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

TEST_CASE("ETS: classes, shares and strict ones go in one request") {
  Rail rail{{wish("dcb.ets.prio_tc", numbers({0, 0, 0, 3, 0, 0, 6, 0})),
             wish("dcb.ets.bandwidth", map({{0, 40}, {3, 60}})), wish("dcb.ets.strict", catalog::Priorities{6})}};
  rail.converge();
  CHECK(rail.state("dcb.ets.prio_tc") == State::in_sync);
  CHECK(rail.state("dcb.ets.bandwidth") == State::in_sync);
  CHECK(rail.state("dcb.ets.strict") == State::in_sync);
  CHECK(rail.fake.writes("ets") == 1);
  CHECK(rail.dcb().ets->tsa == std::array<std::uint8_t, 8>{2, 255, 255, 2, 255, 255, 0, 255});
}

TEST_CASE("ETS: a class that shares the link beside the named ones is drift, and gets nothing") {
  Rail rail{{wish("dcb.ets.bandwidth", map({{0, 40}, {3, 60}}))}};
  rail.dcb().ets->tsa = {2, 2, 255, 255, 255, 255, 255, 255};
  rail.dcb().ets->tx_bandwidth = {50, 50, 100, 100, 100, 100, 100, 100};
  rail.converge();
  CHECK(rail.state("dcb.ets.bandwidth") == State::in_sync);
  CHECK(rail.dcb().ets->tx_bandwidth.at(1) == 0);
}

TEST_CASE("a strict class that shall be none gets back what the card has by itself") {
  Rail rail{{wish("dcb.ets.strict", catalog::Priorities{})}};
  rail.dcb().ets->tsa.at(5) = kernel::Tsa::strict;
  rail.converge();
  CHECK(rail.state("dcb.ets.strict") == State::in_sync);
  CHECK(rail.dcb().ets->tsa.at(5) == kernel::Tsa::vendor);
}

TEST_CASE("buffers: what a card rounds down by less than a cell is as wished, more is not") {
  Rail rail{{wish("dcb.buffer.size", numbers({20000, 0, 0, 100000, 0, 0, 0, 0})),
             wish("dcb.buffer.prio", numbers({0, 0, 0, 3, 0, 0, 0, 0}))}};
  rail.converge();
  CHECK(rail.state("dcb.buffer.size") == State::in_sync);
  CHECK(rail.row("dcb.buffer.size").actual == "19968 0 0 99968 0 0 0 0");
  CHECK(rail.state("dcb.buffer.prio") == State::in_sync);
  rail.dcb().buffer->size.at(3) = 99000;
  rail.fake.fail_write("buffer", EINVAL);
  rail.converge();
  CHECK(rail.state("dcb.buffer.size") == State::failed);
}

TEST_CASE("PFC and cable length share one structure; the length isn't touched where it isn't named") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3})}};
  rail.dcb().pfc->delay = 20;
  rail.converge();
  CHECK(rail.dcb().pfc->delay == 20);
  Rail both{{wish("dcb.cable_length", number(5)), wish("dcb.pfc", catalog::Priorities{3})}};
  both.converge();
  CHECK(both.dcb().pfc->delay == 5);
  CHECK(both.dcb().pfc->enabled == 8);
  CHECK(both.fake.writes("pfc") == 1);
}

TEST_CASE("a rate that the card can't hold is failed, with what it made of it") {
  Rail rail{{wish("dcb.maxrate", catalog::RateMap{{0, {100'000'000}}, {3, {50'000'000}}})}};
  rail.converge();
  CHECK(rail.state("dcb.maxrate") == State::in_sync);
  rail.dcb().max_rate->at(0) = 44'000'000;
  rail.fake.ignore_write("maxrate");
  rail.converge();
  CHECK(rail.state("dcb.maxrate") == State::failed);
  CHECK(rail.row("dcb.maxrate").actual == "0=44Gbit 3=50Gbit");
}

TEST_CASE("a rate that mlx5 would take for another one isn't written") {
  struct Rounded {
    unsigned wanted;
    std::string held;
  };
  for (const auto& rate : {Rounded{256'000'000, "255Gbit"},
                           {25'600'000, "25500Mbit"},
                           {26'500'000, "26Gbit"},
                           {25'550'000, "25500Mbit"},
                           {130, "100Mbit"}}) {
    CAPTURE(rate.wanted);
    Rail rail{{wish("dcb.maxrate", catalog::RateMap{{3, {rate.wanted}}})}};
    rail.converge();
    CHECK(rail.state("dcb.maxrate") == State::failed);
    CHECK(rail.row("dcb.maxrate").cause.find("give class 3 " + rate.held + ",") != std::string::npos);
    CHECK(rail.fake.writes("maxrate") == 0);
  }
  for (auto wanted : {255'000'000U, 26'000'000U, 25'500'000U, 100'000U, 0U}) {
    CAPTURE(wanted);
    Rail rail{{wish("dcb.maxrate", catalog::RateMap{{3, {wanted}}})}};
    rail.converge();
    CHECK(rail.state("dcb.maxrate") == State::in_sync);
  }
}

TEST_CASE("UDP ports have entries where the driver takes them, and mlx5's refusal is told") {
  Rail rail{{wish("dcb.app.udp", map({{4791, 3}}))}};
  rail.converge();
  CHECK(rail.state("dcb.app.udp") == State::failed);
  CHECK(rail.row("dcb.app.udp").cause.find("EINVAL") != std::string::npos);
  rail.fake.dcb("ens1").mlx5_apps = false;
  rail.converge();
  CHECK(rail.state("dcb.app.udp") == State::in_sync);
}

TEST_CASE("exact removes what isn't named, and trust then fills nothing") {
  Rail rail{
      {wish("dcb.trust", word("dscp")), wish("dcb.dscp_prio", map({{26, 3}, {48, 6}})), wish("dcb.exact", flag(true))}};
  rail.dcb().apps = {{kernel::App::dscp, 5, 10}, {kernel::App::dscp, 1, 26}};
  rail.converge();
  CHECK(rail.state("dcb.exact") == State::in_sync);
  CHECK(rail.state("dcb.dscp_prio") == State::in_sync);
  CHECK(rail.dcb().apps.size() == 2);
  rail.dcb().apps.clear();
  rail.converge();
  CHECK(rail.state("dcb.trust") == State::in_sync);
  CHECK(rail.dcb().apps.size() == 2);
}

TEST_CASE("what exact finds too much is named") {
  Rail rail{{wish("dcb.dscp_prio", map({{26, 3}})), wish("dcb.exact", flag(true))}};
  rail.dcb().apps = {{kernel::App::dscp, 3, 26}, {kernel::App::dscp, 5, 10}};
  rail.fake.fail_write("app_del", EIO);
  rail.converge();
  CHECK(rail.state("dcb.exact") == State::failed);
  CHECK(rail.row("dcb.exact").actual == "also dscp 10=5");
}

TEST_CASE("trust is written where the kernel has it, the other selectors stay behind") {
  Rail rail{{wish("dcb.trust", word("dscp"))}};
  rail.dcb().app_trust = {kernel::App::pcp};
  rail.converge();
  CHECK(rail.state("dcb.trust") == State::in_sync);
  CHECK(rail.dcb().app_trust == std::vector<std::uint8_t>{kernel::App::dscp, kernel::App::pcp});
  CHECK(rail.dcb().apps.size() == 64);
}

TEST_CASE("trust in DSCP without one that has a priority isn't in sync where drivers keep the two apart") {
  Rail rail{{wish("dcb.trust", word("dscp"))}};
  rail.dcb().app_trust = {kernel::App::dscp};
  SUBCASE("filled") {
    rail.converge();
    CHECK(rail.state("dcb.trust") == State::in_sync);
    CHECK(rail.dcb().apps.size() == 64);
    CHECK(rail.fake.writes("app_trust") == 0);
  }
  SUBCASE("told") {
    rail.fake.ignore_write("app");
    rail.converge();
    CHECK(rail.state("dcb.trust") == State::failed);
    CHECK(rail.row("dcb.trust").actual == "dscp, but no DSCP has a priority");
  }
  SUBCASE("wished") {
    rail.profile = rails({wish("dcb.trust", word("dscp")), wish("dcb.exact", flag(true))});
    rail.converge();
    CHECK(rail.state("dcb.trust") == State::in_sync);
    CHECK(rail.dcb().apps.empty());
  }
}

TEST_CASE("trust in PCP goes alone: drivers refuse what comes after it") {
  Rail rail{{wish("dcb.trust", word("pcp"))}};
  rail.dcb().app_trust = {kernel::App::dscp, kernel::App::pcp};
  rail.converge();
  CHECK(rail.state("dcb.trust") == State::in_sync);
  CHECK(rail.dcb().app_trust == std::vector<std::uint8_t>{kernel::App::pcp});
}

TEST_CASE("firmware that owns DCB: what fits is in sync, what doesn't is held with who owns it") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3}), wish("dcb.cable_length", number(7))}};
  rail.dcb().dcbx = kernel::Dcbx::ieee | kernel::Dcbx::lld_managed;
  converge::Convergence convergence{rail.fake.kernel(), settings_of(rail.fake, rail.profile), rail.profile.repair,
                                    rail.guard, rail.store};
  convergence.converge([](const auto&, State) { return true; }, {});
  convergence.fill(rail.report);
  CHECK(rail.state("dcb.cable_length") == State::in_sync);
  CHECK(rail.state("dcb.pfc") == State::held);
  CHECK(rail.row("dcb.pfc").cause.find("firmware of ens1 owns DCB") != std::string::npos);
  CHECK(rail.fake.writes() == 0);
}

TEST_CASE("what protects traffic only together is held whole: ECN isn't written while the firmware holds PFC") {
  auto wishes = std::vector{wish("dcb.pfc", catalog::Priorities{3}), wish("ecn.priorities", catalog::Priorities{3}),
                            wish("mtu", number(9000))};
  Rail rail{wishes};
  rail.dcb().dcbx = kernel::Dcbx::ieee | kernel::Dcbx::lld_managed;
  converge::Convergence convergence{rail.fake.kernel(), settings_of(rail.fake, rail.profile), rail.profile.repair,
                                    rail.guard, rail.store};
  convergence.converge([](const auto&, State) { return true; }, {});
  convergence.fill(rail.report);
  CHECK(rail.state("ecn.priorities") == State::held);
  CHECK(rail.row("ecn.priorities").cause.find("only together with dcb.pfc, which is held: the firmware of ens1") !=
        std::string::npos);
  CHECK(rail.state("mtu") == State::in_sync);
  rail.dcb().pfc->enabled = 8;
  convergence.converge([](const auto&, State) { return true; }, {});
  rail.report = {};
  convergence.fill(rail.report);
  CHECK(rail.state("ecn.priorities") == State::in_sync);
}

TEST_CASE("a profile that takes DCB over is held by no firmware") {
  Rail rail{{wish("dcb.dcbx", word("host")), wish("dcb.pfc", catalog::Priorities{3})}};
  rail.dcb().dcbx = kernel::Dcbx::ieee;
  rail.converge();
  CHECK(rail.state("dcb.dcbx") == State::in_sync);
  CHECK(rail.state("dcb.pfc") == State::in_sync);
}

TEST_CASE("a switch with other priorities is a problem, whatever the host has") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3})}};
  rail.dcb().peer_pfc = kernel::Pfc{.capability = 8, .enabled = 0x20};
  rail.converge();
  CHECK(rail.state("dcb.pfc") == State::in_sync);
  REQUIRE(rail.report.problems.size() == 1);
  CHECK(rail.report.problems[0].code == "peer-differs");
  CHECK(rail.report.problems[0].text.find("on 5, the profile wants 3") != std::string::npos);
  rail.dcb().peer_pfc->enabled = 8;
  rail.converge();
  CHECK(rail.report.problems.empty());
}

TEST_CASE("global pause goes before PFC comes") {
  Rail rail{{wish("dcb.global_pause", flag(false)), wish("dcb.pfc", catalog::Priorities{3})}};
  rail.fake.pause("ens1") = {false, true, true};
  rail.converge();
  CHECK(rail.state("dcb.global_pause") == State::in_sync);
  CHECK(rail.state("dcb.pfc") == State::in_sync);
  rail.fake.pause("ens1") = {false, true, false};
  rail.fake.fail_write("pause", EOPNOTSUPP);
  rail.converge();
  CHECK(rail.row("dcb.global_pause").actual == "receive only");
  CHECK(rail.state("dcb.global_pause") == State::failed);
}

TEST_CASE("global pause comes after PFC went, as on the way back to what a card has by itself") {
  Rail rail{{wish("dcb.global_pause", flag(true)), wish("dcb.pfc", catalog::Priorities{})}};
  rail.fake.pause("ens1") = {false, false, false};
  rail.dcb().pfc->enabled = 8;
  SUBCASE("both") {
    rail.converge();
    CHECK(rail.state("dcb.global_pause") == State::in_sync);
    CHECK(rail.state("dcb.pfc") == State::in_sync);
  }
  SUBCASE("but PFC doesn't go") {
    rail.fake.fail_write("pfc", EIO);
    rail.converge();
    CHECK(rail.state("dcb.global_pause") == State::failed);
    CHECK(rail.row("dcb.global_pause").cause.find("set flow control (PFC) of ens1: EIO") != std::string::npos);
    CHECK(rail.state("dcb.pfc") == State::failed);
  }
}

TEST_CASE("every VLAN of the rail gets the egress map, others keep theirs") {
  Rail rail{{wish("vlan.egress", map({{3, 3}}))}};
  rail.converge();
  CHECK(rail.state("vlan.egress") == State::unsupported);
  int parent = rail.fake.link("ens1").ifindex;
  rail.fake.add_link({.name = "ens1.100", .mtu = 1500, .type = 1, .kind = "vlan", .parent = parent});
  rail.fake.add_link({.name = "other", .mtu = 1500, .type = 1, .kind = "vlan", .parent = parent + 50});
  rail.fake.link("ens1.100").egress = {{5, 5}};
  rail.converge();
  CHECK(rail.state("vlan.egress") == State::in_sync);
  CHECK(rail.fake.link("ens1.100").egress == std::map<std::uint32_t, std::uint32_t>{{3, 3}, {5, 5}});
  CHECK(rail.fake.link("other").egress.empty());
}

TEST_CASE("a diff says that turning trust on fills the map, unless the profile lists all of it") {
  auto effect = [](std::vector<profile::Wish> wishes) {
    Rail rail{std::move(wishes)};
    return std::string{settings_of(rail.fake, rail.profile).front()->side_effect()};
  };
  CHECK(effect({wish("dcb.trust", word("dscp"))}).find("DSCP>>3") != std::string::npos);
  CHECK(effect({wish("dcb.trust", word("dscp")), wish("dcb.exact", flag(true))}).empty());
  CHECK(effect({wish("dcb.trust", word("pcp"))}) == "all DSCP entries go");
}

TEST_CASE("what the driver refuses of a NIC's DCB is named, and doesn't keep the rest back") {
  Rail rail{{wish("dcb.trust", word("dscp")), wish("dcb.dscp_prio", map({{26, 3}})),
             wish("dcb.pfc", catalog::Priorities{3}), wish("dcb.ets.prio_tc", numbers({0, 0, 0, 3, 0, 0, 0, 0}))}};
  SUBCASE("one part") {
    rail.fake.fail_write("ets", EINVAL);
    rail.converge();
    CHECK(rail.state("dcb.ets.prio_tc") == State::failed);
    CHECK(rail.row("dcb.ets.prio_tc").cause.find("set the traffic classes (ETS) of ens1: EINVAL") != std::string::npos);
    for (const char* name : {"dcb.trust", "dcb.dscp_prio", "dcb.pfc"}) CHECK(rail.state(name) == State::in_sync);
  }
  SUBCASE("flow control doesn't come on without its map") {
    rail.fake.fail_write("app", EINVAL);
    rail.converge();
    CHECK(rail.state("dcb.dscp_prio") == State::failed);
    CHECK(rail.state("dcb.pfc") == State::failed);
    CHECK(rail.dcb().pfc->enabled == 0);
  }
}
