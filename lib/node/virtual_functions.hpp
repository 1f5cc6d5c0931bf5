#pragma once

#include <optional>
#include <string>

#include "node/node.hpp"
#include "node/snapshot.hpp"

namespace roced::node {

/// "/sys/class/net/ens1/device": the device folder of a NIC's PCI function.
std::string device_folder(const Nic& nic);

/// A virtual function that isn't idle on this host.
struct FunctionInUse {
  std::uint64_t number = 0;
  /// "belongs to a virtual machine (vfio-pci)", "is in another network namespace, a pod's most likely", "is in use: 2
  /// queue pairs of ..."
  std::string by;
};

/// The first of a NIC's `count` virtual functions that is in use.
std::optional<FunctionInUse> function_in_use(const Nic& nic, std::uint64_t count, Snapshot& now);

}  // namespace roced::node
