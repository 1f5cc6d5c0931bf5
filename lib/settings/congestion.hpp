#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// What a write in Broadcom's configfs takes along, for who reads a diff.
std::string_view applied_with(const node::Nic& nic);

/// What makes a port's staged values the card's; empty where none are staged.
LastWrites last_congestion_writes(const node::Nic& nic);

/// A parameter of congestion control, by whichever way the node has: one vocabulary, that of MLNX_OFED's ecn files.
class CongestionParameter final : public Setting {
 public:
  using Setting::Setting;

  bool prepare(kernel::Kernel& kernel) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string_view side_effect() const override { return applied_with(nic()); }
  LastWrites last_writes() const override { return last_congestion_writes(nic()); }

 private:
  Reading look(node::Snapshot& now) const override;
};

/// What a port without a way says, nullopt where it has one.
std::optional<Reading> without_congestion_control(node::Snapshot& now, const node::Nic& nic);

/// A number of the port's folder. Values that the kernel hides (lockdown) and folders that nobody has made yet are told
/// as that.
Reading congestion_number(node::Snapshot& now, const node::Nic& nic, std::string_view file);

/// Writes one, in the way's own notation; Broadcom's staged ones become the card's at the end of the unit.
kernel::Result<void> write_congestion_number(Batch& batch, const node::Nic& nic, std::string_view file,
                                             std::uint64_t number);

/// Broadcom's configfs has a port's files once its folder was made. Whether it was made now.
bool prepare_congestion_control(kernel::Files& files, const node::Nic& nic);

}  // namespace roced::settings
