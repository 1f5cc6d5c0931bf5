#pragma once

#include <stdexcept>

#include "../wishes.hpp"
#include "converge/convergence.hpp"

namespace roced::test {

/// One rail and what a profile wants of it.
struct Rail {
  explicit Rail(std::vector<profile::Wish> wishes, const fake::Nic& nic = mlx5()) : profile{rails(std::move(wishes))} {
    fake.add_nic(nic);
  }
  static fake::Nic mlx5() { return {.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"}; }
  static fake::Nic bnxt() {
    return {.name = "ens1",
            .pci = "0000:5e:00.0",
            .driver = "bnxt_en",
            .vendor = "0x14e4",
            .rdma = "bnxt_re0",
            .ecn = false};
  }
  /// What a convergence makes of it.
  void converge() {
    converge::Convergence convergence{fake.kernel(), settings_of(fake, profile), profile.repair, guard, store};
    convergence.converge([](const auto&, settings::State) { return true; }, {.person = true, .now = true});
    report = {};
    convergence.fill(report);
  }
  const converge::SettingReport& row(std::string_view name) const {
    for (const auto& each : report.nics.at(0).settings)
      if (each.name == name) return each;
    throw std::out_of_range{std::string{name}};
  }
  settings::State state(std::string_view name) const { return row(name).state; }
  kernel::DcbState& dcb() { return fake.dcb("ens1"); }

  fake::FakeKernel fake;
  profile::Profile profile;
  converge::BusyGuard guard{std::chrono::seconds{0}};
  converge::NoStore store;
  converge::Report report;
};

inline catalog::Value map(catalog::NumberMap map) { return map; }
inline catalog::Value numbers(catalog::Numbers numbers) { return numbers; }
inline catalog::Value flag(bool flag) { return flag; }

}  // namespace roced::test
