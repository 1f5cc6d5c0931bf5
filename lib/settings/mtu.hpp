#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// The largest payload that a link carries, in bytes. RoCE's active_mtu follows it: 4096 needs 4192 (kernel:
/// iboe_get_mtu).
class Mtu final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
