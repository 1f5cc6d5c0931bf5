#pragma once

#include <string>

#include "kernel/files.hpp"

namespace roced::node {

struct Nic;

/// How a port's congestion control (DCQCN) can be reached.
enum class CongestionWay {
  none,
  ofed,           ///< MLNX_OFED: /sys/class/net/NETDEV/ecn
  mlx5,           ///< Linux' own mlx5: /sys/kernel/debug/mlx5/DEVICE/cc_params
  bnxt_configfs,  ///< Broadcom's own bnxt_re: /sys/kernel/config/bnxt_re/RDMA_DEVICE/ports/PORT/cc
  bnxt_debugfs,   ///< Linux' own bnxt_re, from 6.17: /sys/kernel/debug/bnxt_re/DEVICE/cc_config
  irdma,          ///< Intel's own irdma: module parameters, fixed once it is loaded
};

struct CongestionControl {
  CongestionWay way = CongestionWay::none;
  std::string folder;   ///< where the files are
  std::string missing;  ///< way none: why
  bool unseen = false;  ///< way none, because it can't be looked for: unknown, not unsupported
  bool operator==(const CongestionControl&) const = default;
};

/// The best way that the port has. `nic` has its hardware and its RDMA device already. It may be another one later:
/// debugfs and configfs are mounted, and drivers loaded, at any time.
CongestionControl find_congestion_control(kernel::Files& files, const Nic& nic);

}  // namespace roced::node
