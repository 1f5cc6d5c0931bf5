#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// MLNX_OFED's traffic class of all queue pairs of a port. An empty file: none is set.
class TrafficClass final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  std::string path() const;
};

}  // namespace roced::settings
