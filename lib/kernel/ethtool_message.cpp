#include "kernel/ethtool_message.hpp"

#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {

std::uint16_t parse_family(const nlmsghdr& header) {
  Attributes<CTRL_ATTR_FAMILY_ID + 1> attributes{header, sizeof(genlmsghdr)};
  return attributes.get<std::uint16_t>(CTRL_ATTR_FAMILY_ID).value_or(0);
}

std::optional<Pause> parse_pause(const nlmsghdr& header) {
  Attributes<ETHTOOL_A_PAUSE_TX + 1> attributes{header, sizeof(genlmsghdr)};
  auto autonegotiated = attributes.get<std::uint8_t>(ETHTOOL_A_PAUSE_AUTONEG);
  auto receive = attributes.get<std::uint8_t>(ETHTOOL_A_PAUSE_RX);
  auto transmit = attributes.get<std::uint8_t>(ETHTOOL_A_PAUSE_TX);
  if (!autonegotiated || !receive || !transmit) return {};
  return Pause{*autonegotiated != 0, *receive != 0, *transmit != 0};
}

}  // namespace roced::kernel
