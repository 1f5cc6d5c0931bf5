#include "kernel/netlink_dcb.hpp"

#include <cerrno>

#include <fmt/format.h>
#include <linux/dcbnl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include "kernel/dcb_message.hpp"

namespace roced::kernel {
namespace {

constexpr int wrapped_enotsupp = 12;  // (u8)-524 is 244, which reads as -12

void address(Request& request, std::uint8_t command, const std::string& netdev) {
  request.header(dcbmsg{.dcb_family = AF_UNSPEC, .cmd = command, .dcb_pad = 0});
  request.put_text(DCB_ATTR_IFNAME, netdev);
}

}  // namespace

NetlinkDcb::NetlinkDcb() : netlink_{NETLINK_ROUTE} {}

Result<DcbState> NetlinkDcb::get(const std::string& netdev) {
  Request request{RTM_GETDCB, 0};
  address(request, DCB_CMD_IEEE_GET, netdev);
  DcbState state;
  auto done =
      netlink_.talk(request, "read DCB of " + netdev, [&](const nlmsghdr& header) { state = parse_dcb(header); });
  if (!done) return tl::unexpected{done.error()};
  return state;
}

Result<void> NetlinkDcb::set(const std::string& netdev, const DcbChange& change_wanted) {
  Request request{RTM_SETDCB, 0};
  address(request, DCB_CMD_IEEE_SET, netdev);
  auto* nest = request.begin(DCB_ATTR_IEEE | NLA_F_NESTED);
  put_change(request, change_wanted);
  request.end(nest);
  return change(request, DCB_ATTR_IEEE, "set DCB of " + netdev);
}

Result<void> NetlinkDcb::remove(const std::string& netdev, const std::vector<App>& apps) {
  Request request{RTM_SETDCB, 0};
  address(request, DCB_CMD_IEEE_DEL, netdev);
  auto* nest = request.begin(DCB_ATTR_IEEE | NLA_F_NESTED);
  put_apps(request, apps);
  request.end(nest);
  return change(request, DCB_ATTR_IEEE, "remove DCB APP entries of " + netdev);
}

Result<void> NetlinkDcb::set_dcbx(const std::string& netdev, std::uint8_t mode) {
  Request request{RTM_SETDCB, 0};
  address(request, DCB_CMD_SDCBX, netdev);
  request.put_u8(DCB_ATTR_DCBX, mode);
  return change(request, DCB_ATTR_DCBX, fmt::format("set the DCBX mode of {} to {:#x}", netdev, mode));
}

Result<void> NetlinkDcb::change(Request& request, std::uint16_t answer, const std::string& action) {
  int code = 0;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) { code = parse_refusal(header, answer); });
  if (!done) return done;
  if (code == 0) return {};
  if (answer == DCB_ATTR_DCBX) return failure(code, action, "the driver refuses; the firmware may own DCB");
  return failure(code, action, code == wrapped_enotsupp ? "or ENOTSUPP, cut to eight bits" : "the driver's answer");
}

}  // namespace roced::kernel
