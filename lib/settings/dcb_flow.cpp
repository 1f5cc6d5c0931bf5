#include "settings/dcb_flow.hpp"

#include <bit>

#include <fmt/format.h>

namespace roced::settings {

Reading FlowControl::from(const kernel::DcbState& state) const {
  if (!state.pfc) return lacks("priority flow control");
  return Reading::of(catalog::Priorities(state.pfc->enabled));
}

void FlowControl::change(const kernel::DcbState& state, Batch& batch) const {
  // mlx5 takes a delay of 0 for none given, any other for a new cable length.
  batch.part(nic().netdev, &kernel::DcbChange::pfc, state.pfc).enabled =
      std::get<catalog::Priorities>(desired()).bits();
}

std::string FlowControl::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  const auto& state = now.dcb(nic().netdev);
  if (error.action.find(Batch::flow_control) == std::string::npos || !state || !state->pfc)
    return DcbSetting::why_refused(now, error);
  auto count = std::popcount(std::get<catalog::Priorities>(desired()).bits());
  unsigned most = state->pfc->capability;
  if (most != 0 && static_cast<unsigned>(count) > most)
    return fmt::format("{} can pause {} {} at once, not {}: write fewer", nic().netdev, most,
                       most == 1 ? "priority" : "priorities", count);
  const auto& pause = now.pause(nic().netdev);
  if (count != 0 && pause && (pause->receive || pause->transmit))
    return "Likely since global pause is on, and a port has one or the other: write dcb.global_pause = false, too";
  return DcbSetting::why_refused(now, error);
}

std::optional<node::Problem> FlowControl::remark(node::Snapshot& now) const {
  const auto& state = now.dcb(nic().netdev);
  if (!state || !state->peer_pfc) return {};
  auto peer = catalog::Value{catalog::Priorities(state->peer_pfc->enabled)};
  if (peer == desired()) return {};
  return node::Problem{
      profile::Severity::error, "peer-differs",
      fmt::format("{}: the switch tells by LLDP that it has priority flow control on {}, the profile wants {} ({}): "
                  "pauses are lost on one side. Change the switch, or the profile on every node of its fabric",
                  nic().netdev, to_text(peer), to_text(desired()), origin().text())};
}

Reading CableLength::from(const kernel::DcbState& state) const {
  if (!state.pfc) return lacks("cable length");
  return Reading::of(std::uint64_t{state.pfc->delay});
}

void CableLength::change(const kernel::DcbState& state, Batch& batch) const {
  batch.part(nic().netdev, &kernel::DcbChange::pfc, state.pfc).delay =
      static_cast<std::uint16_t>(std::get<std::uint64_t>(desired()));
}

}  // namespace roced::settings
