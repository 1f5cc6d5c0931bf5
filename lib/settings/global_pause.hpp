#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// Flow control of the whole port, both ways.
class GlobalPause final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
