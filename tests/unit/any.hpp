#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "fake/fake_kernel.hpp"
#include "rails.hpp"

/// Nodes and profiles of any kind, for properties that must hold of all.
namespace roced::test {

inline std::uint8_t bits() { return *rc::gen::inRange<std::uint8_t>(0, 255); }

/// Two rails as somebody left them.
inline std::unique_ptr<fake::FakeKernel> any_node() {
  auto fake = std::make_unique<fake::FakeKernel>();
  for (int i = 1; i <= 2; ++i) {
    fake::Nic nic{
        .name = fmt::format("ens{}", i), .pci = fmt::format("0000:5{}:00.0", i), .rdma = fmt::format("mlx5_{}", i)};
    nic.mtu = *rc::gen::inRange(68U, 9979U);
    nic.ecn_rp = bits();
    nic.ecn_np = *rc::gen::element<std::uint8_t>(0, 0xff);
    nic.arp_ignore = *rc::gen::inRange(0U, 3U);
    nic.rp_filter = *rc::gen::inRange(0U, 3U);
    fake->add_nic(nic);
    auto& dcb = fake->dcb(nic.name);
    dcb.pfc->enabled = bits();
    for (unsigned n = *rc::gen::inRange(0U, 4U); n > 0; --n)
      dcb.apps.push_back({.selector = kernel::App::dscp,
                          .priority = static_cast<std::uint8_t>(*rc::gen::inRange(0, 8)),
                          .protocol = static_cast<std::uint16_t>(n * 8 + 2)});
  }
  return fake;
}

/// A profile of some of the settings, with values that go together.
inline profile::Profile any_profile() {
  std::vector<profile::Wish> wishes;
  auto maybe = [&](const char* name, catalog::Value value) {
    if (*rc::gen::arbitrary<bool>()) wishes.push_back(wish(name, std::move(value)));
  };
  auto priority = *rc::gen::inRange(0, 8);
  maybe("mtu", number(*rc::gen::inRange<std::uint64_t>(68, 9979)));
  maybe("dcb.trust", word("dscp"));
  maybe("dcb.dscp_prio",
        catalog::NumberMap{{static_cast<std::uint8_t>(*rc::gen::inRange(0, 64)), static_cast<std::uint8_t>(priority)}});
  maybe("dcb.pfc", catalog::Priorities{priority});
  maybe("ecn.priorities", catalog::Priorities{priority});
  maybe("sysctl.arp_ignore", number(*rc::gen::inRange<std::uint64_t>(0, 3)));
  maybe("sysctl.rp_filter", number(*rc::gen::inRange<std::uint64_t>(0, 3)));
  return rails(std::move(wishes));
}

}  // namespace roced::test
