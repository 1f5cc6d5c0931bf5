#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// Who owns DCB on the port: the host or the firmware.
class DcbxOwner final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
