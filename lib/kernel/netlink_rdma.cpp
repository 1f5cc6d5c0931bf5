#include "kernel/netlink_rdma.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include <fmt/format.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>

#include "kernel/rdma_message.hpp"
#include "kernel/verbs.hpp"

namespace roced::kernel {
namespace {

constexpr std::uint16_t type(unsigned command) {
  return static_cast<std::uint16_t>(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command));
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
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) { system = parse_rdma_system(header); });
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
    devices.push_back(parse_rdma_device(header));
  });
}

Result<std::vector<RdmaPort>> NetlinkRdma::ports(unsigned device) {
  auto action = fmt::format("list the ports of RDMA device {}", device);
  if (auto there = loaded(action); !there) return tl::unexpected{there.error()};
  Request request{type(RDMA_NLDEV_CMD_PORT_GET), NLM_F_DUMP};
  request.put_u32(RDMA_NLDEV_ATTR_DEV_INDEX, device);
  return netlink_.dump<RdmaPort>(request, action, [](const nlmsghdr& header, std::vector<RdmaPort>& ports) {
    ports.push_back(parse_rdma_port(header));
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
