#include "kernel/netlink_rdma.hpp"
#include "kernel/verbs.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include <fmt/format.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>

namespace roced::kernel {
namespace {

constexpr std::uint16_t monitor_mode = 103;  // RDMA_NLDEV_SYS_ATTR_MONITOR_MODE, newer than Debian 12's headers
constexpr std::size_t attributes_known = monitor_mode + 1;
using Nldev = Attributes<attributes_known>;

constexpr std::uint16_t type(unsigned command) {
  return static_cast<std::uint16_t>(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command));
}

std::uint32_t number(const Nldev& attributes, std::uint16_t which) {
  auto value = attributes.get<std::uint32_t>(which);
  return value.value_or(0);
}

void add_queue_pairs(const nlmsghdr& header, unsigned device, std::vector<QueuePair>& pairs) {
  Nldev attributes{header, 0};
  const auto* table = attributes[RDMA_NLDEV_ATTR_RES_QP];
  if (table == nullptr) return;
  for_each_attribute(*table, [&](const nlattr& entry) {
    Nldev row{entry};
    QueuePair pair{
        .device = device, .type = 0, .pid = static_cast<int>(number(row, RDMA_NLDEV_ATTR_RES_PID)), .command = {}};
    if (auto kind = row.get<std::uint8_t>(RDMA_NLDEV_ATTR_RES_TYPE)) pair.type = *kind;
    pair.command = row.text(RDMA_NLDEV_ATTR_RES_KERN_NAME);
    pairs.push_back(std::move(pair));
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

}  // namespace

NetlinkRdma::NetlinkRdma() : netlink_{NETLINK_RDMA} {}

Result<void> NetlinkRdma::loaded(const std::string& action) {
  // The kernel loads ib_core for whoever asks; looking at a node must not change it.
  if (!files_.exists("/sys/module/ib_core"))
    return failure(EPROTONOSUPPORT, action, "RDMA isn't loaded (no /sys/module/ib_core)");
  return {};
}

Result<RdmaSystem> NetlinkRdma::system() {
  const std::string action = "read the RDMA netns mode";
  if (auto there = loaded(action); !there) return tl::unexpected{there.error()};
  Request request{type(RDMA_NLDEV_CMD_SYS_GET), 0};
  RdmaSystem system;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) {
    Nldev attributes{header, 0};
    if (auto mode = attributes.get<std::uint8_t>(RDMA_NLDEV_SYS_ATTR_NETNS_MODE))
      system.netns_mode = *mode == 0 ? NetnsMode::exclusive : NetnsMode::shared;
    auto monitor = attributes.get<std::uint8_t>(monitor_mode);
    system.monitor = monitor && *monitor == 1;
  });
  if (!done) return tl::unexpected{done.error()};
  return system;
}

Result<void> NetlinkRdma::set_netns_mode(NetnsMode mode) {
  auto action = fmt::format("set the RDMA netns mode to {}", mode == NetnsMode::shared ? "shared" : "exclusive");
  if (auto there = loaded(action); !there) return there;
  Request request{type(RDMA_NLDEV_CMD_SYS_SET), 0};
  request.put_u8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, static_cast<std::uint8_t>(mode));
  return netlink_.talk(request, action);
}

Result<std::vector<RdmaDevice>> NetlinkRdma::devices() {
  const std::string action = "list RDMA devices";
  if (auto there = loaded(action); !there) return tl::unexpected{there.error()};
  Request request{type(RDMA_NLDEV_CMD_GET), NLM_F_DUMP};
  return netlink_.dump<RdmaDevice>(request, action, [](const nlmsghdr& header, std::vector<RdmaDevice>& devices) {
    Nldev attributes{header, 0};
    devices.push_back({.index = number(attributes, RDMA_NLDEV_ATTR_DEV_INDEX),
                       .name = attributes.text(RDMA_NLDEV_ATTR_DEV_NAME),
                       .protocol = attributes.text(RDMA_NLDEV_ATTR_DEV_PROTOCOL),
                       .ports = number(attributes, RDMA_NLDEV_ATTR_PORT_INDEX)});
  });
}

Result<std::vector<RdmaPort>> NetlinkRdma::ports(unsigned device) {
  auto action = fmt::format("list the ports of RDMA device {}", device);
  if (auto there = loaded(action); !there) return tl::unexpected{there.error()};
  Request request{type(RDMA_NLDEV_CMD_PORT_GET), NLM_F_DUMP};
  request.put_u32(RDMA_NLDEV_ATTR_DEV_INDEX, device);
  return netlink_.dump<RdmaPort>(request, action, [](const nlmsghdr& header, std::vector<RdmaPort>& ports) {
    Nldev attributes{header, 0};
    RdmaPort port{.number = number(attributes, RDMA_NLDEV_ATTR_PORT_INDEX),
                  .state = 0,
                  .netdev = static_cast<int>(number(attributes, RDMA_NLDEV_ATTR_NDEV_INDEX))};
    if (auto state = attributes.get<std::uint8_t>(RDMA_NLDEV_ATTR_PORT_STATE)) port.state = *state;
    ports.push_back(port);
  });
}

bool NetlinkRdma::is_there(const RdmaDevice& device) {
  auto all = devices();
  return !all ||
         std::any_of(all->begin(), all->end(), [&](const RdmaDevice& each) { return each.index == device.index; });
}

Result<PortMtu> NetlinkRdma::mtu(const std::string& device, unsigned port) { return query_port_mtu(device, port); }

Result<GidTable> NetlinkRdma::gids(const std::string& device, unsigned port) { return query_gids(device, port); }

template <typename Row>
Result<std::vector<Row>> NetlinkRdma::rows(std::uint16_t command, const char* what, AddRows<Row> add) {
  auto all = devices();
  if (!all) return tl::unexpected{all.error()};
  std::vector<Row> rows;
  for (const auto& device : *all) {
    Request request{type(command), NLM_F_DUMP};
    request.put_u32(RDMA_NLDEV_ATTR_DEV_INDEX, device.index);
    auto found =
        netlink_.dump<Row>(request, fmt::format("list the {} of {}", what, device.name),
                           [&](const nlmsghdr& header, std::vector<Row>& more) { add(header, device.index, more); });
    if (!found && found.error().code == EOPNOTSUPP) continue;  // a driver that has none
    if (!found && !is_there(device)) continue;                 // it went in between, which the kernel calls EINVAL
    if (!found) return found;
    rows.insert(rows.end(), std::make_move_iterator(found->begin()), std::make_move_iterator(found->end()));
  }
  return rows;
}

Result<std::vector<QueuePair>> NetlinkRdma::queue_pairs() {
  return rows<QueuePair>(RDMA_NLDEV_CMD_RES_QP_GET, "queue pairs", add_queue_pairs);
}

Result<std::vector<UserContext>> NetlinkRdma::contexts() {
  auto found = rows<UserContext>(RDMA_NLDEV_CMD_RES_CTX_GET, "user contexts", add_contexts);
  if (!found && found.error().code == EINVAL)
    return std::vector<UserContext>{};  // an older kernel knows no such command
  return found;
}

}  // namespace roced::kernel
