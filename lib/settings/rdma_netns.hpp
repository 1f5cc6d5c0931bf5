#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// Whether RDMA devices are shared by all network namespaces. The kernel changes it only while no other one exists;
/// where it refuses, the wish goes to modprobe.d for the next boot.
class RdmaNetns final : public Setting {
 public:
  using Setting::Setting;

  /// The file for the next boot. It names the boot in which it was written, so that one that a boot didn't heed is
  /// seen.
  static constexpr const char* boot_file = "/etc/modprobe.d/roced.conf";

  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  kernel::NetnsMode wanted() const;
  std::string boot_file_content(node::Snapshot& now) const;
};

}  // namespace roced::settings
