#pragma once

#include <cstdint>

#include "kernel/ethtool.hpp"
#include "kernel/netlink.hpp"

namespace roced::kernel {

/// ethtool by generic netlink (linux/ethtool_netlink.h).
class NetlinkEthtool final : public Ethtool {
 public:
  NetlinkEthtool();

  Result<Pause> pause(const std::string& netdev) override;
  Result<void> set_pause(const std::string& netdev, const Pause& pause) override;

 private:
  /// The message type that this boot's kernel gave to ethtool.
  Result<std::uint16_t> family();

  Netlink netlink_;
  std::uint16_t family_ = 0;
};

}  // namespace roced::kernel
