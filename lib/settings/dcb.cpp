#include "settings/dcb.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::settings {
namespace {

using kernel::App;
using kernel::Dcbx;

bool is_dscp(const App& app) { return app.selector == App::dscp; }

/// What a NIC whose DCB can't be read says instead of a value.
Reading unreadable(const kernel::Error& error, const node::Nic& nic) {
  if (error.code == EOPNOTSUPP)
    return Reading::unsupported(fmt::format("{} has no DCB: the {} driver offers no dcbnl operations{}", nic.netdev,
                                            nic.driver.empty() ? "network" : nic.driver,
                                            nic.kind == node::Kind::virtual_function ? "; it is set on the PF" : ""));
  return Reading::from(error);
}

}  // namespace

Reading DcbxOwner::look(node::Snapshot& now) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return unreadable(dcb.error(), nic());
  if (!dcb->dcbx) return Reading::unsupported(fmt::format("{}'s driver doesn't tell who owns DCBX", nic().netdev));
  return Reading::of(std::string{(*dcb->dcbx & Dcbx::host) != 0 ? "host" : "firmware"});
}

kernel::Result<Written> DcbxOwner::write(node::Snapshot& now, Batch& batch) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return tl::unexpected{dcb.error()};
  bool host = desired() == catalog::Value{std::string{"host"}};
  // The host's mode is what the driver says it can, with the host's bit; 0 gives the port back to the firmware (mlx5
  // mlx5e_dcbnl_setdcbx).
  auto can = static_cast<unsigned>(dcb->dcbx.value_or(Dcbx::ieee)) & ~unsigned{Dcbx::lld_managed};
  auto mode = static_cast<std::uint8_t>(host ? can | Dcbx::host : 0U);
  if (auto done = batch.kernel().dcb().set_dcbx(nic().netdev, mode); !done) return tl::unexpected{done.error()};
  return Written{};
}

Reading Trust::look(node::Snapshot& now) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return unreadable(dcb.error(), nic());
  bool by_dscp = std::any_of(dcb->apps.begin(), dcb->apps.end(), is_dscp);
  return Reading::of(std::string{by_dscp ? "dscp" : "pcp"});
}

kernel::Result<Written> Trust::write(node::Snapshot& now, Batch& batch) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return tl::unexpected{dcb.error()};
  if (desired() == catalog::Value{std::string{"pcp"}}) {
    for (const auto& app : dcb->apps)
      if (is_dscp(app)) batch.remove_app(nic().netdev, app);
    return Written{};
  }
  // All 64, since a DSCP without an entry would get priority 0 once the NIC trusts DSCP.
  constexpr std::uint16_t dscps = 64;
  for (std::uint16_t dscp = 0; dscp < dscps; ++dscp)
    batch.set_app(nic().netdev, {App::dscp, static_cast<std::uint8_t>(dscp >> 3), dscp});
  return Written{};
}

Reading DscpPriority::look(node::Snapshot& now) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return unreadable(dcb.error(), nic());
  catalog::DscpMap actual;
  for (const auto& app : dcb->apps) {
    if (!is_dscp(app)) continue;
    auto dscp = static_cast<std::uint8_t>(app.protocol);
    auto named = map().find(dscp);
    if (named == map().end()) continue;
    // A driver may keep several priorities for one DSCP: one that isn't wished must not hide behind the one that is.
    if (app.priority != named->second || !actual.contains(dscp)) actual[dscp] = app.priority;
  }
  return Reading::of(actual);
}

kernel::Result<Written> DscpPriority::write(node::Snapshot& now, Batch& batch) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return tl::unexpected{dcb.error()};
  for (auto [dscp, priority] : map()) {
    App wanted{App::dscp, priority, dscp};
    bool there = std::find(dcb->apps.begin(), dcb->apps.end(), wanted) != dcb->apps.end();
    if (!there) batch.set_app(nic().netdev, wanted);
    for (const auto& app : dcb->apps)
      if (is_dscp(app) && app.protocol == dscp && app.priority != priority) batch.remove_app(nic().netdev, app);
  }
  return Written{};
}

Reading FlowControl::look(node::Snapshot& now) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return unreadable(dcb.error(), nic());
  if (!dcb->pfc)
    return Reading::unsupported(fmt::format("{}'s driver doesn't tell its priority flow control", nic().netdev));
  return Reading::of(catalog::Priorities(dcb->pfc->enabled));
}

kernel::Result<Written> FlowControl::write(node::Snapshot& now, Batch& batch) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return tl::unexpected{dcb.error()};
  // The rest goes back as it was read: mlx5 takes a delay of 0 for none given, any other for a new cable length.
  auto pfc = dcb->pfc.value_or(kernel::Pfc{});
  pfc.enabled = std::get<catalog::Priorities>(desired()).bits();
  batch.set_pfc(nic().netdev, pfc);
  return Written{};
}

}  // namespace roced::settings
