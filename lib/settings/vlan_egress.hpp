#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// The PCP that priorities get on every VLAN link of the NIC in this network namespace.
class VlanEgress final : public Setting {
 public:
  using Setting::Setting;
  bool looks_far() const override { return true; }
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  std::vector<const kernel::Link*> vlans(const node::Children& children) const;
  const catalog::NumberMap& wanted() const { return std::get<catalog::NumberMap>(desired()); }
};

}  // namespace roced::settings
