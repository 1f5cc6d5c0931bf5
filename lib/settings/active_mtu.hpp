#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// What an RDMA port puts into one packet: a check, it follows the netdev's MTU.
class ActiveMtu final : public Setting {
 public:
  using Setting::Setting;
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
