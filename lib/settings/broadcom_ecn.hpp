#pragma once

#include "settings/congestion.hpp"

namespace roced::settings {

/// ecn.priorities on Broadcom's cards: congestion control is on or off for the port, and its driver's configfs says
/// which one priority RoCE has; Linux' own debugfs doesn't tell the priority.
class BroadcomEcn final : public Setting {
 public:
  using Setting::Setting;

  bool prepare(kernel::Kernel& kernel) const override;
  bool satisfied(const catalog::Value& actual) const override;
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string_view side_effect() const override { return applied_with(nic()); }
  LastWrites last_writes() const override { return last_congestion_writes(nic()); }

 private:
  Reading look(node::Snapshot& now) const override;
  bool tells_priority() const { return nic().congestion.way == node::CongestionWay::bnxt_configfs; }
  catalog::Priorities wanted() const { return std::get<catalog::Priorities>(desired()); }
};

}  // namespace roced::settings
