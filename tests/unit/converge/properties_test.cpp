// What holds of every convergence, whatever the node, the wishes and the driver's mood.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cerrno>

#include "../any.hpp"
#include "../wishes.hpp"
#include "converge/convergence.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

bool all(const settings::Setting& /*setting*/, State /*state*/) { return true; }

struct Run {
  Run(fake::FakeKernel& fake, const profile::Profile& profile)
      : convergence{fake.kernel(), settings_of(fake, profile), profile.repair, guard, store} {}
  converge::Report report() const {
    converge::Report report;
    convergence.fill(report);
    return report;
  }
  converge::BusyGuard guard{std::chrono::seconds{0}};
  converge::NoStore store;
  converge::Convergence convergence;
};

/// Whether a wish holds, by what the node has, not by how roced reads it.
bool holds(fake::FakeKernel& fake, const std::string& nic, const profile::Wish& wish) {
  const auto& name = wish.row->name;
  const auto& dcb = fake.dcb(nic);
  auto number_in = [&](const std::string& path) { return std::stoul(fake.file(path).value()); };
  auto dscp_entries = [&](auto&& matches) {
    return std::count_if(dcb.apps.begin(), dcb.apps.end(),
                         [&](const kernel::App& app) { return app.selector == kernel::App::dscp && matches(app); });
  };
  if (name == "mtu") return fake.link(nic).mtu == std::get<std::uint64_t>(wish.value);
  if (name == "dcb.pfc") return dcb.pfc->enabled == std::get<catalog::Priorities>(wish.value).bits();
  if (name == "dcb.trust") return dscp_entries([](const auto&) { return true; }) > 0;
  if (name == "dcb.dscp_prio") {
    auto wished = *std::get<catalog::NumberMap>(wish.value).begin();
    auto is_dscp = [&](const auto& app) { return app.protocol == wished.first; };
    return dscp_entries(is_dscp) == 1 &&
           dscp_entries([&](const auto& app) { return is_dscp(app) && app.priority == wished.second; }) == 1;
  }
  if (name == "ecn.priorities") {
    for (int priority = 0; priority < 8; ++priority) {
      auto wished = std::get<catalog::Priorities>(wish.value).contains(priority);
      auto file = fmt::format("/sys/class/net/{}/ecn/roce_rp/enable/{}", nic, priority);
      if ((number_in(file) != 0) != wished) return false;
    }
    return number_in(fmt::format("/sys/class/net/{}/ecn/roce_np/enable/0", nic)) == 1;
  }
  return number_in(fmt::format("/proc/sys/net/ipv4/conf/{}/{}", nic, name.substr(name.find('.') + 1))) ==
         std::get<std::uint64_t>(wish.value);
}

/// "ens1 mtu": whether it is as wished.
std::map<std::string, bool> looked_at(fake::FakeKernel& fake, const profile::Profile& profile) {
  std::map<std::string, bool> held;
  for (const char* nic : {"ens1", "ens2"})
    for (const auto& wish : profile.groups[0].wishes)
      held[fmt::format("{} {}", nic, wish.row->name)] = holds(fake, nic, wish);
  return held;
}

/// Faults of any kind at any of the next writes.
void break_some_writes(fake::FakeKernel& fake) {
  static const std::vector<std::string> kinds{"mtu", "pfc", "app", "app_del", "dcbx", "file"};
  for (const auto& kind : kinds) {
    fake::Fault fault{.after = *rc::gen::inRange(0, 3), .times = *rc::gen::inRange(0, 4)};
    if (fault.times == 0) continue;
    if (*rc::gen::arbitrary<bool>())
      fake.ignore_write(kind, fault);
    else
      fake.fail_write(kind, *rc::gen::element(EIO, EINVAL, EPERM, EBUSY, EOPNOTSUPP), fault);
  }
}

}  // namespace

TEST_CASE("property: what has converged is in sync, and a second run writes nothing") {
  CHECK(rc::check([] {
    auto fake = any_node();
    auto profile = any_profile();
    Run run{*fake, profile};
    run.convergence.converge(all, {.fresh_start = true});
    for (const auto& [name, good] : looked_at(*fake, profile)) RC_ASSERT(good);
    fake->forget_operations();
    RC_ASSERT(run.convergence.converge(all, {}).empty());
    RC_ASSERT(fake->writes() == 0U);
  }));
}

TEST_CASE("property: a check writes nothing") {
  CHECK(rc::check([] {
    auto fake = any_node();
    Run run{*fake, any_profile()};
    auto before = fake->values();
    run.convergence.check(all);
    RC_ASSERT(fake->writes() == 0U);
    RC_ASSERT(fake->values() == before);
  }));
}

TEST_CASE("property: whichever writes fail or do nothing, the report is true, and the next run finishes the work") {
  CHECK(rc::check([] {
    auto fake = any_node();
    auto profile = any_profile();
    Run run{*fake, profile};
    break_some_writes(*fake);
    run.convergence.converge(all, {.fresh_start = true});
    fake->clear_faults();
    auto truth = looked_at(*fake, profile);
    for (const auto& nic : run.report().nics)
      for (const auto& setting : nic.settings) {
        RC_LOG() << nic.name << " " << setting.name << ": " << setting.actual << ", want " << setting.desired << ": "
                 << to_text(setting.state) << ": " << setting.cause << "\n";
        RC_ASSERT((setting.state == State::in_sync) == truth.at(nic.name + " " + setting.name));
        RC_ASSERT(setting.state == State::in_sync || !setting.cause.empty());
      }
    run.convergence.converge(all, {});
    for (const auto& [name, good] : looked_at(*fake, profile)) RC_ASSERT(good);
  }));
}

TEST_CASE("property: nothing is written that the profile doesn't name") {
  CHECK(rc::check([] {
    auto fake = any_node();
    auto profile = any_profile();
    auto named = [&](const char* name) {
      const auto& wishes = profile.groups[0].wishes;
      return std::any_of(wishes.begin(), wishes.end(), [&](const auto& wish) { return wish.row->name == name; });
    };
    Run run{*fake, profile};
    run.convergence.converge(all, {.fresh_start = true});
    RC_ASSERT(named("mtu") || fake->writes("mtu") == 0U);
    RC_ASSERT(named("dcb.pfc") || fake->writes("pfc") == 0U);
    RC_ASSERT(named("dcb.trust") || named("dcb.dscp_prio") || fake->writes("app") + fake->writes("app_del") == 0U);
    if (!named("ecn.priorities") && !named("sysctl.arp_ignore") && !named("sysctl.rp_filter"))
      RC_ASSERT(fake->writes("file") == 0U);
  }));
}
