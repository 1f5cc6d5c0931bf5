#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// What the RDMA connection manager gives connections that don't say otherwise: a file of the port's folder in
/// configfs, which is there once the device's folder was made (drivers/infiniband/core/cma_configfs.c). The values are
/// lost when the device comes anew; files of a device that went answer ENODEV.
class RdmaCm final : public Setting {
 public:
  using Setting::Setting;

  bool prepare(kernel::Kernel& kernel) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  std::string device_folder() const;
  std::string path() const;
};

}  // namespace roced::settings
