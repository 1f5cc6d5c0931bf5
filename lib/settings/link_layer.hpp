#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// What the port speaks: a check, roced never changes it.
class LinkLayer final : public Setting {
 public:
  using Setting::Setting;
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  catalog::Disruption disruption() const override { return catalog::Disruption::none; }

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
