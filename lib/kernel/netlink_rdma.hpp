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
  Result<std::vector<UserContext>> contexts() override;

 private:
  template <typename Row>
  using AddRows = void (*)(const nlmsghdr& header, unsigned device, std::vector<Row>& rows);
  /// A table of resources (RDMA_NLDEV_CMD_RES_*_GET), of each device.
  template <typename Row>
  Result<std::vector<Row>> rows(std::uint16_t command, const char* what, AddRows<Row> add);
  Result<void> loaded(const std::string& action);
  bool is_there(const RdmaDevice& device);

  Netlink netlink_;
  Files files_;
};

}  // namespace roced::kernel
