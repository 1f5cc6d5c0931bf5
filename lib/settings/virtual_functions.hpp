#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// How many virtual functions a port's PCI function has.
class VirtualFunctions final : public Setting {
 public:
  using Setting::Setting;
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  std::string device() const;
  std::string path() const { return device() + "/sriov_numvfs"; }
};

}  // namespace roced::settings
