#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// The largest payload that a link carries, in bytes. RoCE's active_mtu follows it: 4096 needs 4192 (kernel:
/// iboe_get_mtu). Of a bond's member it is set on the bond.
class Mtu final : public Setting {
 public:
  using Setting::Setting;
  std::optional<node::Problem> remark(node::Snapshot& now) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
