#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "../wishes.hpp"
#include "converge/convergence.hpp"
#include "profile/layer.hpp"
#include "survey/survey.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

fake::Nic mlx5(int number) {
  return {.name = fmt::format("ens{}", number),
          .pci = fmt::format("0000:{:02x}:00.0", 0x50 + number),
          .rdma = fmt::format("mlx5_{}", number),
          .mtu = 9000,
          .ecn_rp = 0x08};
}

/// A rail as a person has set it up for RoCE.
void add_rail(fake::FakeKernel& fake, const fake::Nic& nic) {
  fake.add_nic(nic);
  for (auto [key, number] : {std::pair{"cnp_dscp", 48U}, {"cnp_802p_prio", 6U}})
    fake.add_number(fmt::format("/sys/class/net/{}/ecn/roce_np/{}", nic.name, key), number);
  auto& dcb = fake.dcb(nic.name);
  dcb.pfc->enabled = 0x08;
  for (std::uint16_t dscp = 0; dscp < 64; ++dscp)
    dcb.apps.push_back({kernel::App::dscp, static_cast<std::uint8_t>(dscp == 26 ? 3 : dscp / 8), dscp});
}

survey::Survey survey_of(fake::FakeKernel& fake) {
  fake.forget_operations();
  auto survey = survey::survey(fake.kernel(), "new.toml");
  REQUIRE_MESSAGE(survey, survey.error());
  CHECK(fake.writes() == 0);
  return *survey;
}

/// What `rocectl profile check` says of it.
std::vector<profile::Diagnostic> findings(const survey::Survey& survey, profile::Severity severity) {
  profile::Findings none;
  auto layer = profile::parse_layer("new.toml", survey.text, profile::Layer::Kind::main, none);
  auto found = profile::compose("new.toml", {layer}, none).diagnostics;
  std::erase_if(found, [&](const auto& each) { return each.severity != severity; });
  return found;
}

/// What `rocectl check --profile` says of the node.
State state(fake::FakeKernel& fake, const profile::Profile& profile) {
  converge::BusyGuard guard{std::chrono::seconds{0}};
  converge::NoStore store;
  auto matching = node::match(profile, node::discover(fake.kernel()));
  CHECK(matching.problems.empty());
  converge::Convergence convergence{fake.kernel(), settings::make(profile, matching), profile.repair, guard, store};
  convergence.check([](const auto&, auto) { return true; });
  converge::Report report;
  convergence.fill(report);
  return report.state();
}

void holds(fake::FakeKernel& fake, const survey::Survey& survey) {
  INFO(survey.text);
  CHECK(findings(survey, profile::Severity::error).empty());
  CHECK(state(fake, survey.profile) == State::in_sync);
  CHECK(survey.profile.mode == profile::Mode::observe);
}

bool has(const survey::Survey& survey, std::string_view text) {
  auto flat = survey.text;
  for (auto at = flat.find("\n# "); at != std::string::npos; at = flat.find("\n# ", at + 1)) flat.replace(at, 3, " ");
  INFO(survey.text);
  INFO(text);
  return survey.text.find(text) != std::string::npos || flat.find(text) != std::string::npos;
}

template <typename T>
T any_of(std::vector<T> values) {
  return *rc::gen::elementOf(std::move(values));
}

}  // namespace

TEST_CASE("alike rails are one group with what serves RoCE") {
  fake::FakeKernel fake;
  for (int i = 0; i < 3; ++i) add_rail(fake, mlx5(i));
  fake.add_link({.name = "pod1", .type = 1, .kind = "macvlan", .parent = fake.link("ens0").ifindex});
  auto survey = survey_of(fake);
  INFO(survey.text);
  holds(fake, survey);
  CHECK(findings(survey, profile::Severity::warning).empty());
  CHECK(has(survey, "[nic.rails]\ncount = 3\nmtu = 9000\n"));
  CHECK(has(survey, "[nic.rails.match]\ndriver = \"mlx5_core\"\n"));
  CHECK(has(survey, "pfc = [3]\n"));
  CHECK(has(survey, "trust = \"dscp\"\n"));
  CHECK(has(survey, "[nic.rails.dcb.dscp_prio]\n24 = 3\n"));
  CHECK(has(survey, "[nic.rails.ecn]\npriorities = [3]\n"));
  CHECK(has(survey, "[nic.rails.dcqcn]\n"));
  CHECK(has(survey, "[rdma]\nnetns = \"shared\"\n"));
  CHECK(has(survey, "# ens0 (mlx5_0, 0000:50:00.0), ens1 (mlx5_1, 0000:51:00.0)"));
  // What a port has by itself, and what isn't a value.
  for (const char* key : {"\n0 = 0", "sysctl]", "dcb.ets]", "\nsize =", "maxrate", "children", "\nlink_layer", "exact"})
    CHECK_FALSE(has(survey, key));
}

TEST_CASE("what looks wrong for RoCE is said where it stands") {
  fake::FakeKernel fake;
  auto small = mlx5(1);
  small.mtu = 1500;
  add_rail(fake, small);
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "# mtu: 1500 leaves RoCE an active_mtu of 1024; 4096 needs 4192"));

  fake.dcb("ens1").pfc->enabled = 0;
  fake.dcb("ens1").apps.clear();
  for (int priority = 0; priority < 8; ++priority)
    (void)fake.kernel().files().write(fmt::format("/sys/class/net/ens1/ecn/roce_rp/enable/{}", priority), "0");
  survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "# 1500 is too small for RoCE's active_mtu of 4096"));
  CHECK(has(survey, "# PFC is off"));
  CHECK(has(survey, "# ECN is off"));
  CHECK_FALSE(has(survey, "[nic.rails.dcqcn]"));
  CHECK_FALSE(has(survey, "\ntrust ="));
}

TEST_CASE("the lines that a comment tells of are the file's own") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.dcb("ens1").pfc->enabled = 0x28;
  std::erase_if(fake.dcb("ens1").apps, [](const auto& app) { return app.priority == 5; });
  auto survey = survey_of(fake);
  holds(fake, survey);
  auto warnings = findings(survey, profile::Severity::warning);
  REQUIRE_FALSE(warnings.empty());
  for (const auto& warning : warnings) CHECK(has(survey, warning.text));
}

TEST_CASE("a rail that differs is a group of its own, and says how it differs") {
  fake::FakeKernel fake;
  for (int i = 0; i < 2; ++i) add_rail(fake, mlx5(i));
  auto other = mlx5(2);
  other.mtu = 1500;
  add_rail(fake, other);
  fake.dcb("ens2").pfc->enabled = 0;
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "[nic.rails.match]\npci = [\"0000:50:00.0\", \"0000:51:00.0\"]\n"));
  CHECK(has(survey, "[nic.rails-2.match]\npci = \"0000:52:00.0\"\n"));
  CHECK(has(survey, "# mtu differs from [nic.rails]: 9000 there"));
  CHECK(has(survey, "# dcb.pfc differs from [nic.rails]: 3 there"));
}

TEST_CASE("hardware of two kinds is two groups, each by its driver; what carries no RDMA is none") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.add_nic({.name = "ens5",
                .pci = "0000:70:00.0",
                .driver = "bnxt_en",
                .vendor = "0x14e4",
                .rdma = "bnxt_re0",
                .ecn = false});
  fake.add_nic({.name = "eno1", .pci = "0000:01:00.0", .driver = "ixgbe"});
  fake.add_link({.name = "veth0", .type = 1, .kind = "veth"});
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "[nic.mlx5_core.match]\ndriver = \"mlx5_core\"\n"));
  CHECK(has(survey, "[nic.bnxt_en.match]\ndriver = \"bnxt_en\"\n"));
  CHECK_FALSE(has(survey, "eno1"));
  CHECK_FALSE(has(survey, "veth0"));
}

TEST_CASE("where the driver means others too, addresses or names tell") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.add_nic({.name = "storage", .pci = "0000:61:00.0"});
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "pci = \"0000:51:00.0\"\n"));

  fake::FakeKernel soft;
  soft.add_nic({.name = "rxe", .rdma = "rxe0"});
  survey = survey_of(soft);
  holds(soft, survey);
  CHECK(has(survey, "[nic.rails.match]\nifname = \"rxe\"\n"));
}

TEST_CASE("a name is no pattern, and TOML need not hold its bytes") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "r*[1]\\\xff", .rdma = "rxe0"});
  fake.add_nic({.name = "rx[1]\\y", .rdma = "rxe1", .mtu = 9000});
  auto survey = survey_of(fake);
  holds(fake, survey);
}

TEST_CASE("an InfiniBand port is a group in a comment") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.add_nic({.name = "ib0", .pci = "0000:60:00.0", .rdma = "mlx5_9", .infiniband = true});
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "# ib0 (mlx5_9, 0000:60:00.0): InfiniBand"));
  CHECK(has(survey, "\n# [nic.infiniband.match]\n# link_layer = \"infiniband\"\n"));
  CHECK(has(survey, "[nic.rails.match]\ndriver = \"mlx5_core\"\nlink_layer = \"ethernet\"\n"));

  // Uncommented, it holds, too.
  survey::Survey with = survey;
  auto from = with.text.find("# [nic.infiniband]");
  REQUIRE(from != std::string::npos);
  for (auto at = with.text.find('#', from); at != std::string::npos; at = with.text.find('#', at))
    with.text.erase(at, 1);
  CHECK(findings(with, profile::Severity::error).empty());
}

TEST_CASE("virtual functions, bonds and ports whose netdev is elsewhere are told of, not stated") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.add_nic({.name = "ens1v0", .pci = "0000:51:00.1", .rdma = "mlx5_7", .physfn = "0000:51:00.0"});
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "# ens1v0 (mlx5_7, 0000:51:00.1): virtual functions"));
  CHECK(has(survey, "count = 1\n"));
}

TEST_CASE("a node without RDMA NICs has no survey, and it says why") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "eno1", .pci = "0000:01:00.0", .driver = "ixgbe"});
  auto none = survey::survey(fake.kernel(), "new.toml");
  REQUIRE_FALSE(none);
  CHECK(none.error() == "no RDMA NIC is here");
  fake.without_rdma();
  none = survey::survey(fake.kernel(), "new.toml");
  REQUIRE_FALSE(none);
  CHECK(none.error().find("RDMA isn't loaded here") != std::string::npos);
}

TEST_CASE("what no profile can say is left out, and told") {
  fake::FakeKernel fake;
  auto nic = mlx5(1);
  nic.ecn_np = 0;
  add_rail(fake, nic);
  auto& dcb = fake.dcb("ens1");
  dcb.ets->tsa[0] = kernel::Tsa::ets;
  dcb.ets->tx_bandwidth[0] = 40;  // 40 percent of 100
  fake.pause("ens1").receive = fake.pause("ens1").transmit = true;
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "# ecn.priorities is left out: it is 3, without np"));
  CHECK(has(survey, "dcb.ets.bandwidth is left out: the shares make 40 percent, not 100"));
  CHECK(has(survey, "dcb.global_pause is left out"));
}

TEST_CASE("a DSCP with two priorities is no map that a profile can ask for") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  auto& dcb = fake.dcb("ens1");
  dcb.mlx5_apps = false;
  dcb.apps = {{kernel::App::dscp, 3, 26}, {kernel::App::dscp, 4, 26}, {kernel::App::datagram, 3, 4791}};
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "dcb.dscp_prio is left out: ens1 has 26=3 beside 26=4"));
  CHECK(has(survey, "4791 = 3\n"));
}

TEST_CASE("what can't be read is left out, and told") {
  fake::FakeKernel fake;
  add_rail(fake, mlx5(1));
  fake.fail_read("/sys/class/net/ens1/ecn/roce_np/cnp_dscp", EACCES);
  auto survey = survey_of(fake);
  holds(fake, survey);
  CHECK(has(survey, "dcqcn.cnp_dscp is left out: "));
}

TEST_CASE("whatever the node has, the profile is without error and the node in sync with it") {
  rc::check("survey, then check", [] {
    auto any_bits = [] { return *rc::gen::inRange<std::uint8_t>(0, 255); };
    fake::FakeKernel fake;
    auto rails = *rc::gen::inRange(1, 4);
    for (int i = 0; i < rails; ++i) {
      auto nic = mlx5(i);
      nic.mtu = any_of<unsigned>({1500, 4200, 9000});
      nic.ecn_rp = any_of<std::uint8_t>({0, 0x08, 0xff, any_bits()});
      nic.ecn_np = any_of<std::uint8_t>({0, 0xff});
      nic.ecn = any_of<bool>({true, true, false});
      nic.dcb = any_of<bool>({true, true, true, false});
      nic.infiniband = any_of<bool>({false, false, false, true});
      nic.rdma = any_of<std::string>({nic.rdma, nic.rdma, {}});
      nic.driver = any_of<std::string>({"mlx5_core", "mlx5_core", "bnxt_en"});
      nic.arp_ignore = *rc::gen::inRange(0U, 3U);
      nic.rp_filter = *rc::gen::inRange(0U, 3U);
      fake.add_nic(nic);
      if (nic.infiniband || !nic.dcb) continue;
      auto& dcb = fake.dcb(nic.name);
      dcb.pfc->enabled = any_of<std::uint8_t>({0, 0x08, any_bits()});
      dcb.pfc->delay = any_of<std::uint16_t>({0, 7, 2000});
      dcb.dcbx = any_of<std::uint8_t>({kernel::Dcbx::ieee, kernel::Dcbx::host | kernel::Dcbx::ieee});
      dcb.mlx5_apps = *rc::gen::arbitrary<bool>();
      for (auto n = any_of<int>({0, 3, 64}); n > 0; --n)
        dcb.apps.push_back({any_of<std::uint8_t>({kernel::App::dscp, kernel::App::datagram}),
                            *rc::gen::inRange<std::uint8_t>(0, 8), *rc::gen::inRange<std::uint16_t>(0, 64)});
      for (auto& way : dcb.ets->tsa)
        way = any_of<std::uint8_t>({kernel::Tsa::strict, kernel::Tsa::ets, kernel::Tsa::vendor});
      for (auto& share : dcb.ets->tx_bandwidth) share = any_of<std::uint8_t>({0, 50, 100});
      for (auto& rate : *dcb.max_rate) rate = any_of<std::uint64_t>({0, 1000, 25'000'001});
      if (*rc::gen::arbitrary<bool>()) dcb.app_trust = std::vector<std::uint8_t>{};
      fake.pause(nic.name).receive = *rc::gen::arbitrary<bool>();
    }
    auto survey = survey::survey(fake.kernel(), "new.toml");
    if (!survey) return;
    RC_LOG() << survey->text;
    RC_ASSERT(findings(*survey, profile::Severity::error).empty());
    RC_ASSERT(state(fake, survey->profile) == State::in_sync);
    // Each warning is a comment of the file, with the right lines.
    for (const auto& warning : findings(*survey, profile::Severity::warning)) RC_ASSERT(has(*survey, warning.text));
  });
}
