#include "settings/dcb_apps.hpp"

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {
namespace {

using kernel::App;

constexpr std::uint16_t dscps = 64;

bool is_dscp(const App& app) { return app.selector == App::dscp; }

std::string selector_text(std::uint8_t selector) {
  switch (selector) {
    case App::dscp:
      return "dscp";
    case App::datagram:
      return "udp";
    case App::pcp:
      return "pcp";
    default:
      return fmt::format("selector {}", selector);
  }
}

}  // namespace

Reading Trust::from(const kernel::DcbState& state) const {
  bool mapped = std::any_of(state.apps.begin(), state.apps.end(), is_dscp);
  if (!state.app_trust) return Reading::of(std::string{mapped ? "dscp" : "pcp"});
  if (state.app_trust->empty()) return Reading::of(std::string{"none"});
  // Not a trust that works: a value of its own, which no wish equals.
  if (state.app_trust->front() == App::dscp && !mapped && !nothing_to_map())
    return Reading::of(std::string{"dscp, but no DSCP has a priority"});
  return Reading::of(selector_text(state.app_trust->front()));
}

void Trust::change(const kernel::DcbState& state, Batch& batch) const {
  bool by_dscp = desired() == catalog::Value{std::string{"dscp"}};
  if (state.app_trust) {
    auto wanted = by_dscp ? App::dscp : App::pcp;
    std::vector<std::uint8_t> order{wanted};
    // What comes after PCP never counts, and drivers that have the table refuse it (sparx5_dcb.c, lan966x_dcb.c).
    if (by_dscp)
      for (auto selector : *state.app_trust)
        if (selector != wanted) order.push_back(selector);
    if (order != *state.app_trust) batch.dcb(nic().netdev).app_trust = std::move(order);
    if (by_dscp && std::none_of(state.apps.begin(), state.apps.end(), is_dscp)) fill(batch);
    return;
  }
  if (by_dscp) return fill(batch);
  for (const auto& app : state.apps)
    if (is_dscp(app)) batch.remove_app(nic().netdev, app);
}

std::string_view Trust::side_effect() const {
  if (desired() != catalog::Value{std::string{"dscp"}}) return "all DSCP entries go";
  return apps_.exact ? "" : "each DSCP that isn't named gets DSCP>>3: 24 to 31 priority 3";
}

/// All 64, since a DSCP without an entry would get priority 0 once the NIC trusts DSCP.
void Trust::fill(Batch& batch) const {
  if (apps_.exact) {
    for (auto [dscp, priority] : apps_.dscp)
      batch.set_app(nic().netdev, {App::dscp, static_cast<std::uint8_t>(priority), static_cast<std::uint16_t>(dscp)});
    return;
  }
  for (std::uint16_t dscp = 0; dscp < dscps; ++dscp)
    batch.set_app(nic().netdev, {App::dscp, static_cast<std::uint8_t>(dscp >> 3), dscp});
}

Reading AppPriority::from(const kernel::DcbState& state) const {
  catalog::NumberMap actual;
  for (const auto& app : state.apps) {
    if (app.selector != selector_) continue;
    auto named = map().find(app.protocol);
    if (named == map().end()) continue;
    // A driver may keep several priorities for one DSCP: one that isn't wished must not hide behind the one that is.
    if (app.priority != named->second || !actual.contains(app.protocol)) actual[app.protocol] = app.priority;
  }
  for (auto [protocol, priority] : map())
    if (priority == catalog::no_entry) actual.emplace(protocol, priority);
  return Reading::of(actual);
}

catalog::Value AppPriority::way_back(const catalog::Value& actual) const {
  auto back = std::get<catalog::NumberMap>(actual);
  for (auto [protocol, priority] : map()) back.emplace(protocol, catalog::no_entry);
  return back;
}

void AppPriority::change(const kernel::DcbState& state, Batch& batch) const {
  for (auto [protocol, priority] : map()) {
    App wanted{selector_, static_cast<std::uint8_t>(priority), static_cast<std::uint16_t>(protocol)};
    bool there = std::find(state.apps.begin(), state.apps.end(), wanted) != state.apps.end();
    if (!there && priority != catalog::no_entry) batch.set_app(nic().netdev, wanted);
    for (const auto& app : state.apps)
      if (app.selector == selector_ && app.protocol == protocol && app.priority != priority)
        batch.remove_app(nic().netdev, app);
  }
}

/// mlx5e_dcbnl_ieee_setapp takes the DSCP selector alone.
std::string AppPriority::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  bool is_refusal = error.code == EINVAL || error.code == EOPNOTSUPP;
  if (selector_ != App::datagram || !is_refusal || error.action.find(Batch::priorities) == std::string::npos)
    return DcbSetting::why_refused(now, error);
  return fmt::format(
      "Likely since {}'s driver ({}) takes no entries by UDP port: leave dcb.app.udp out, and write the "
      "DSCP of that traffic in dcb.dscp_prio",
      nic().netdev, nic().driver.empty() ? "unknown" : nic().driver);
}

bool ExactApps::named(const App& app) const {
  return (app.selector == App::dscp && apps_.dscp.contains(app.protocol)) ||
         (app.selector == App::datagram && apps_.udp.contains(app.protocol));
}

bool ExactApps::satisfied(const catalog::Value& actual) const {
  return desired() == catalog::Value{false} || actual == desired();
}

Reading ExactApps::from(const kernel::DcbState& state) const {
  std::string others;
  for (const auto& app : state.apps)
    if (!named(app))
      others += fmt::format("{}{} {}={}", others.empty() ? "" : ", ", selector_text(app.selector), app.protocol,
                            app.priority);
  if (others.empty()) return Reading::of(true);
  return Reading::of("also " + others);
}

void ExactApps::change(const kernel::DcbState& state, Batch& batch) const {
  for (const auto& app : state.apps)
    if (!named(app)) batch.remove_app(nic().netdev, app);
}

}  // namespace roced::settings
