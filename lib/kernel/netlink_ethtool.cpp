#include "kernel/netlink_ethtool.hpp"

#include <cerrno>

#include <fmt/format.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>

#include "kernel/ethtool_message.hpp"

namespace roced::kernel {
namespace {

void address(Request& request, std::uint8_t command, std::uint16_t header_type, const std::string& netdev) {
  request.header(genlmsghdr{.cmd = command, .version = ETHTOOL_GENL_VERSION, .reserved = 0});
  auto* header = request.begin(static_cast<std::uint16_t>(header_type | NLA_F_NESTED));
  request.put_text(ETHTOOL_A_HEADER_DEV_NAME, netdev);
  request.end(header);
}

}  // namespace

NetlinkEthtool::NetlinkEthtool() : netlink_{NETLINK_GENERIC} {}

Result<std::uint16_t> NetlinkEthtool::family() {
  if (family_ != 0) return family_;
  Request request{GENL_ID_CTRL, 0};
  request.header(genlmsghdr{.cmd = CTRL_CMD_GETFAMILY, .version = 1, .reserved = 0});
  request.put_text(CTRL_ATTR_FAMILY_NAME, ETHTOOL_GENL_NAME);
  const std::string action = "look for ethtool netlink";
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) { family_ = parse_family(header); });
  if (!done) return tl::unexpected{done.error()};
  if (family_ == 0) return failure(EBADMSG, action);
  return family_;
}

Result<Pause> NetlinkEthtool::pause(const std::string& netdev) {
  auto type = family();
  if (!type) return tl::unexpected{type.error()};
  Request request{*type, 0};
  address(request, ETHTOOL_MSG_PAUSE_GET, ETHTOOL_A_PAUSE_HEADER, netdev);
  auto action = "read pause parameters of " + netdev;
  std::optional<Pause> pause;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) { pause = parse_pause(header); });
  if (!done) return tl::unexpected{done.error()};
  if (!pause) return failure(EBADMSG, action);
  return *pause;
}

Result<void> NetlinkEthtool::set_pause(const std::string& netdev, const Pause& pause) {
  auto type = family();
  if (!type) return tl::unexpected{type.error()};
  Request request{*type, 0};
  address(request, ETHTOOL_MSG_PAUSE_SET, ETHTOOL_A_PAUSE_HEADER, netdev);
  request.put_u8(ETHTOOL_A_PAUSE_AUTONEG, pause.autonegotiated ? 1 : 0);
  request.put_u8(ETHTOOL_A_PAUSE_RX, pause.receive ? 1 : 0);
  request.put_u8(ETHTOOL_A_PAUSE_TX, pause.transmit ? 1 : 0);
  return netlink_.talk(request, fmt::format("set pause parameters of {}", netdev));
}

}  // namespace roced::kernel
