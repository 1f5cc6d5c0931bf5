#pragma once

#include "kernel/files.hpp"
#include "kernel/netlink.hpp"
#include "kernel/rdma.hpp"

namespace roced::kernel {

/// RDMA netlink, client nldev (rdma/rdma_netlink.h).
class NetlinkRdma final : public Rdma {
 public:
  NetlinkRdma();

  Result<RdmaSystem> system() override;
  Result<void> set_netns_mode(NetnsMode mode) override;
  Result<std::vector<RdmaDevice>> devices() override;
  Result<std::vector<RdmaPort>> ports(unsigned device) override;
  Result<PortMtu> mtu(const std::string& device, unsigned port) override;
  Result<GidTable> gids(const std::string& device, unsigned port) override;
  Result<std::vector<QueuePair>> queue_pairs() override;

 private:
  Result<void> loaded(const std::string& action);
  bool is_there(const RdmaDevice& device);

  Netlink netlink_;
  Files files_;
};

}  // namespace roced::kernel
