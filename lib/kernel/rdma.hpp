#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// RDMA_NLDEV_ATTR_SYS_NETNS_MODE (rdma/rdma_netlink.h)
enum class NetnsMode : std::uint8_t { exclusive = 0, shared = 1 };

struct RdmaSystem {
  std::optional<NetnsMode> netns_mode;  ///< absent: a kernel before 5.2
  bool monitor = false;                 ///< notifications exist (6.12 and later)
};

struct RdmaDevice {
  unsigned index = 0;
  std::string name;
  std::string protocol;  ///< "roce", "ib", "iw", "opa", "usnic"; of the first port
  unsigned ports = 0;
};

struct RdmaPort {
  unsigned number = 0;
  std::uint8_t state = 0;  ///< 1 down, 4 active
  int netdev = 0;          ///< ifindex; 0: none, or not in this namespace
};

/// What a port sends at most in one RoCE packet, without its headers: 256, 512, 1024, 2048 or 4096 bytes.
struct PortMtu {
  unsigned active = 0;  ///< what it uses now; means nothing while the port is down
  unsigned most = 0;    ///< what the hardware can
};

/// A RoCE port's table of addresses: each IP address of its netdev, and of what lies on that in any namespace, takes
/// one entry for each RoCE version.
struct GidTable {
  std::size_t used = 0;
  std::size_t size = 0;
  std::map<int, std::size_t> by_netdev;  ///< ifindex, in whichever namespace that is, to entries
};

struct QueuePair {
  unsigned device = 0;
  std::uint8_t type = 0;  ///< enum ib_qp_type: 0 SMI, 1 GSI, 2 RC
  int pid = 0;            ///< 0: the kernel's own
  std::string command;    ///< of the kernel's own: the module's
};

/// A process that has opened a device (ibv_open_device), whatever it does with it.
struct UserContext {
  unsigned device = 0;
  int pid = 0;
};

/// RDMA netlink. Asking can load ib_core, so nothing is asked where /sys/module/ib_core isn't: EPROTONOSUPPORT then.
class Rdma {
 public:
  virtual ~Rdma() = default;

  virtual Result<RdmaSystem> system() = 0;
  /// EBUSY while any other network namespace exists (drivers/infiniband/core/device.c, rdma_compatdev_set), EPERM.
  virtual Result<void> set_netns_mode(NetnsMode mode) = 0;
  virtual Result<std::vector<RdmaDevice>> devices() = 0;
  virtual Result<std::vector<RdmaPort>> ports(unsigned device) = 0;
  /// By libibverbs, since neither netlink nor sysfs tells it: opens the device for a moment. ENODEV: libibverbs knows
  /// no such device, as where its library in rdma-core (ibverbs-providers) is missing; EACCES, EPERM.
  virtual Result<PortMtu> mtu(const std::string& device, unsigned port) = 0;
  /// Likewise by libibverbs (rdma-core 34, Linux 5.10): sysfs shows a namespace's own entries only.
  virtual Result<GidTable> gids(const std::string& device, unsigned port) = 0;
  /// Of all devices. Those made through DevX may be missing.
  virtual Result<std::vector<QueuePair>> queue_pairs() = 0;
  /// Of all devices; none before Linux 5.13, which doesn't tell.
  virtual Result<std::vector<UserContext>> contexts() = 0;
};

}  // namespace roced::kernel
