#include "kernel/rdma_message.hpp"

#include <utility>

#include <rdma/rdma_netlink.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {
namespace {

constexpr std::uint16_t monitor_mode = 103;  // RDMA_NLDEV_SYS_ATTR_MONITOR_MODE, newer than Debian 12's headers
constexpr std::size_t attributes_known = monitor_mode + 1;
using Nldev = Attributes<attributes_known>;

std::uint32_t number(const Nldev& attributes, std::uint16_t which) {
  return attributes.get<std::uint32_t>(which).value_or(0);
}

}  // namespace

RdmaSystem parse_rdma_system(const nlmsghdr& header) {
  Nldev attributes{header, 0};
  RdmaSystem system;
  if (auto mode = attributes.get<std::uint8_t>(RDMA_NLDEV_SYS_ATTR_NETNS_MODE))
    system.netns_mode = *mode == 0 ? NetnsMode::exclusive : NetnsMode::shared;
  auto monitor = attributes.get<std::uint8_t>(monitor_mode);
  system.monitor = monitor && *monitor == 1;
  return system;
}

RdmaDevice parse_rdma_device(const nlmsghdr& header) {
  Nldev attributes{header, 0};
  return {.index = number(attributes, RDMA_NLDEV_ATTR_DEV_INDEX),
          .name = attributes.text(RDMA_NLDEV_ATTR_DEV_NAME),
          .protocol = attributes.text(RDMA_NLDEV_ATTR_DEV_PROTOCOL),
          .ports = number(attributes, RDMA_NLDEV_ATTR_PORT_INDEX)};
}

RdmaPort parse_rdma_port(const nlmsghdr& header) {
  Nldev attributes{header, 0};
  return {.number = number(attributes, RDMA_NLDEV_ATTR_PORT_INDEX),
          .state = attributes.get<std::uint8_t>(RDMA_NLDEV_ATTR_PORT_STATE).value_or(0),
          .netdev = static_cast<int>(number(attributes, RDMA_NLDEV_ATTR_NDEV_INDEX))};
}

void add_queue_pairs(const nlmsghdr& header, unsigned device, std::vector<QueuePair>& pairs) {
  Nldev attributes{header, 0};
  const auto* table = attributes[RDMA_NLDEV_ATTR_RES_QP];
  if (table == nullptr) return;
  for_each_attribute(*table, [&](const nlattr& entry) {
    Nldev row{entry};
    pairs.push_back({.device = device,
                     .type = row.get<std::uint8_t>(RDMA_NLDEV_ATTR_RES_TYPE).value_or(0),
                     .pid = static_cast<int>(number(row, RDMA_NLDEV_ATTR_RES_PID)),
                     .command = row.text(RDMA_NLDEV_ATTR_RES_KERN_NAME)});
  });
}

void add_contexts(const nlmsghdr& header, unsigned device, std::vector<UserContext>& contexts) {
  Nldev attributes{header, 0};
  const auto* table = attributes[RDMA_NLDEV_ATTR_RES_CTX];
  if (table == nullptr) return;
  for_each_attribute(*table, [&](const nlattr& entry) {
    contexts.push_back({device, static_cast<int>(number(Nldev{entry}, RDMA_NLDEV_ATTR_RES_PID))});
  });
}

}  // namespace roced::kernel
