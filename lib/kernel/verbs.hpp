#pragma once

#include <string>

#include "kernel/rdma.hpp"

namespace roced::kernel {

/// What libibverbs says of a port (ibv_query_port). Errors as Rdma::mtu.
Result<PortMtu> query_port_mtu(const std::string& device, unsigned port);

/// All entries of a port's GID table (ibv_query_gid_table), those of other network namespaces too.
Result<GidTable> query_gids(const std::string& device, unsigned port);

}  // namespace roced::kernel
