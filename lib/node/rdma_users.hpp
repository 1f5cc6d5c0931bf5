#pragma once

#include <string>

#include "node/snapshot.hpp"

namespace roced::node {

/// Who uses an RDMA device, in words, "2 queue pairs of python3 (pid 4242) on mlx5_0"; empty where nobody does. The
/// kernel's own management queue pairs (GSI, SMI) don't count, nor does roced. EPROTONOSUPPORT: this node has no RDMA.
kernel::Result<std::string> rdma_users(unsigned index, const std::string& device, Snapshot& now);

}  // namespace roced::node
