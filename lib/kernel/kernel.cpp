#include "kernel/kernel.hpp"

#include "kernel/netlink_dcb.hpp"
#include "kernel/netlink_ethtool.hpp"
#include "kernel/netlink_links.hpp"
#include "kernel/netlink_namespaces.hpp"
#include "kernel/netlink_rdma.hpp"
#include "kernel/netlink_routing.hpp"

namespace roced::kernel {

Kernel running_kernel() {
  return {std::make_unique<Files>(),         std::make_unique<NetlinkLinks>(),      std::make_unique<NetlinkDcb>(),
          std::make_unique<NetlinkRdma>(),   std::make_unique<NetlinkNamespaces>(), std::make_unique<NetlinkEthtool>(),
          std::make_unique<NetlinkRouting>()};
}

}  // namespace roced::kernel
