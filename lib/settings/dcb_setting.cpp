#include "settings/dcb_setting.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {
namespace {

using kernel::Dcbx;

/// How DCB comes into the host's hands.
std::string how_to_own(const node::Nic& nic) {
  if (nic.driver == "ice")
    return fmt::format("set it on the switch, or turn the firmware's LLDP agent off (private flag fw-lldp-agent of {})",
                       nic.netdev);
  if (nic.driver == "i40e")
    return fmt::format(
        "set it on the switch, or turn the firmware's LLDP agent off (private flag disable-fw-lldp of {})", nic.netdev);
  return "set it on the switch, or write dcb.dcbx = \"host\"";
}

}  // namespace

Reading without_dcb(const kernel::Error& error, const node::Nic& nic) {
  if (error.code != EOPNOTSUPP) return Reading::from(error);
  bool on_pf = nic.kind == node::Kind::virtual_function;
  return Reading::unsupported(fmt::format("{} has no DCB: the {} driver offers no dcbnl operations{}", nic.netdev,
                                          nic.driver.empty() ? "network" : nic.driver,
                                          on_pf ? "; it is set on the PF" : ""));
}

Reading DcbSetting::lacks(std::string_view what) const {
  return Reading::unsupported(fmt::format("{}'s driver ({}) doesn't tell its {}", nic().netdev,
                                          nic().driver.empty() ? "unknown" : nic().driver, what));
}

Reading DcbSetting::look(node::Snapshot& now) const {
  const auto& state = now.dcb(nic().netdev);
  return state ? from(*state) : without_dcb(state.error(), nic());
}

std::optional<Obstacle> DcbSetting::obstacle(node::Snapshot& now, const catalog::Value& /*actual*/) const {
  const auto& state = now.dcb(nic().netdev);
  if (takes_over_ || !state || !state->dcbx || (*state->dcbx & Dcbx::host) != 0) return {};
  return Obstacle{State::held,
                  fmt::format("the firmware of {} owns DCB (DCBX mode {:#x}) and may overwrite it: {}", nic().netdev,
                              *state->dcbx, how_to_own(nic())),
                  true};
}

std::string DcbSetting::why_refused(node::Snapshot& /*now*/, const kernel::Error& error) const {
  return error.code == EINVAL || error.code == ERANGE || error.code == EIO ? in_the_log() : std::string{};
}

kernel::Result<Written> DcbSetting::write(node::Snapshot& now, Batch& batch) const {
  const auto& state = now.dcb(nic().netdev);
  if (!state) return tl::unexpected{state.error()};
  change(*state, batch);
  return Written{};
}

}  // namespace roced::settings
