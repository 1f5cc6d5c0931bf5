#include "settings/global_pause.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {

Reading GlobalPause::look(node::Snapshot& now) const {
  const auto& pause = now.pause(nic().netdev);
  if (!pause && (pause.error().code == EOPNOTSUPP || pause.error().code == ENOENT))
    return Reading::unsupported(fmt::format("{}: the {} driver doesn't tell its pause parameters", nic().netdev,
                                            nic().driver.empty() ? "network" : nic().driver));
  if (!pause) return Reading::from(pause.error());
  if (pause->receive == pause->transmit) return Reading::of(pause->receive);
  return Reading::of(std::string{pause->receive ? "receive only" : "transmit only"});
}

kernel::Result<Written> GlobalPause::write(node::Snapshot& now, Batch& batch) const {
  const auto& before = now.pause(nic().netdev);
  bool on = desired() == catalog::Value{true};
  // Negotiated, it would be what both ends agree on, whatever is set here.
  kernel::Pause wanted{.autonegotiated = false, .receive = on, .transmit = on};
  if (before && !before->autonegotiated && *before == wanted) return Written{};
  if (on) {
    batch.finish_with_pause(nic().netdev, wanted);
    return Written{};
  }
  if (auto done = batch.kernel().ethtool().set_pause(nic().netdev, wanted); !done) return tl::unexpected{done.error()};
  return Written{};
}

/// mlx5 says EINVAL, ice EOPNOTSUPP.
std::string GlobalPause::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  if (error.code != EINVAL && error.code != EOPNOTSUPP) return {};
  const auto& dcb = now.dcb(nic().netdev);
  if (desired() != catalog::Value{true} || !dcb || !dcb->pfc || dcb->pfc->enabled == 0)
    return error.code == EINVAL ? in_the_log() : std::string{};
  return fmt::format("PFC is on for {}, and a port has one or the other: write dcb.pfc = [], or global_pause = false",
                     catalog::to_text(catalog::Priorities(dcb->pfc->enabled)));
}

}  // namespace roced::settings
