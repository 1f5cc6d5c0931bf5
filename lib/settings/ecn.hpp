#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// DCQCN's switches in MLNX_OFED's files: the reaction point per priority; the notification point has a file a priority
/// too, but is one switch for the whole port, on while any of them is 1.
class Ecn final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  catalog::Priorities wanted() const { return std::get<catalog::Priorities>(desired()); }
};

}  // namespace roced::settings
