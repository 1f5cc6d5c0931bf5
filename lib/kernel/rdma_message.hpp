#pragma once

#include <vector>

#include <linux/netlink.h>

#include "kernel/rdma.hpp"

/// What RDMA netlink's answers say (rdma/rdma_netlink.h, client nldev): attributes begin right behind the header.
namespace roced::kernel {

RdmaSystem parse_rdma_system(const nlmsghdr& header);
RdmaDevice parse_rdma_device(const nlmsghdr& header);
RdmaPort parse_rdma_port(const nlmsghdr& header);

/// Adds what one message of a device's table of resources lists.
void add_queue_pairs(const nlmsghdr& header, unsigned device, std::vector<QueuePair>& pairs);
void add_contexts(const nlmsghdr& header, unsigned device, std::vector<UserContext>& contexts);

}  // namespace roced::kernel
