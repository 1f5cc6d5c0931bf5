#pragma once

#include <string>

#include "kernel/error.hpp"

namespace roced::kernel {

/// Flow control of the whole port (802.3x).
struct Pause {
  bool autonegotiated = false;
  bool receive = false;   ///< what comes in stops us
  bool transmit = false;  ///< we stop the other end
  bool operator==(const Pause&) const = default;
};

/// ethtool netlink (5.6; pause parameters 5.7). Errors: EOPNOTSUPP (the driver has no such operation), ENODEV, EPERM,
/// EINVAL (mlx5: global pause while priority flow control is on); ENOENT: this kernel has no ethtool netlink.
class Ethtool {
 public:
  virtual ~Ethtool() = default;

  virtual Result<Pause> pause(const std::string& netdev) = 0;
  virtual Result<void> set_pause(const std::string& netdev, const Pause& pause) = 0;
};

}  // namespace roced::kernel
