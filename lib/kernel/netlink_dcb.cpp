#include "kernel/netlink_dcb.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <linux/dcbnl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

namespace roced::kernel {
namespace {

// linux/dcbnl.h has them since 6.2: entries by VLAN priority are written under a type of their own.
constexpr std::uint8_t by_vlan_priority = 255;  // DCB_APP_SEL_PCP
constexpr std::uint16_t other_app = 2;          // DCB_ATTR_DCB_APP
constexpr std::uint16_t ieee_app = DCB_ATTR_IEEE_APP;

constexpr int wrapped_enotsupp = 12;  // (u8)-524 is 244, which reads as -12

void address(Request& request, std::uint8_t command, const std::string& netdev) {
  request.header(dcbmsg{.dcb_family = AF_UNSPEC, .cmd = command, .dcb_pad = 0});
  request.put_text(DCB_ATTR_IFNAME, netdev);
}

void put_apps(Request& request, const std::vector<App>& apps) {
  auto* table = request.begin(DCB_ATTR_IEEE_APP_TABLE);
  for (const auto& app : apps) {
    dcb_app entry{.selector = app.selector, .priority = app.priority, .protocol = app.protocol};
    request.put_bytes(app.selector == by_vlan_priority ? other_app : ieee_app, &entry, sizeof entry);
  }
  request.end(table);
}

void read_apps(const nlattr& table, std::vector<App>& apps) {
  for_each_attribute(table, [&](const nlattr& attribute) {
    if (mnl_attr_get_payload_len(&attribute) < sizeof(dcb_app)) return;
    dcb_app entry{};
    std::memcpy(&entry, mnl_attr_get_payload(&attribute), sizeof entry);
    apps.push_back({entry.selector, entry.priority, entry.protocol});
  });
}

}  // namespace

NetlinkDcb::NetlinkDcb() : netlink_{NETLINK_ROUTE} {}

DcbState parse_dcb(const nlmsghdr& header) {
  DcbState state;
  Attributes<DCB_ATTR_DCBX + 1> attributes{header, sizeof(dcbmsg)};
  if (auto dcbx = attributes.get<std::uint8_t>(DCB_ATTR_DCBX)) state.dcbx = *dcbx;
  const auto* nest = attributes[DCB_ATTR_IEEE];
  if (nest == nullptr) return state;
  Attributes<DCB_ATTR_IEEE_APP_TABLE + 1> ieee{*nest};
  if (auto pfc = ieee.get<ieee_pfc>(DCB_ATTR_IEEE_PFC))
    state.pfc = Pfc{pfc->pfc_cap, pfc->pfc_en, pfc->mbc != 0, pfc->delay};
  if (const auto* table = ieee[DCB_ATTR_IEEE_APP_TABLE]) read_apps(*table, state.apps);
  return state;
}

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
  if (change_wanted.pfc) {
    const auto& wanted = *change_wanted.pfc;
    ieee_pfc pfc{};
    pfc.pfc_cap = wanted.capability;
    pfc.pfc_en = wanted.enabled;
    pfc.mbc = wanted.macsec_bypass ? 1 : 0;
    pfc.delay = wanted.delay;
    request.put_bytes(DCB_ATTR_IEEE_PFC, &pfc, sizeof pfc);
  }
  if (!change_wanted.apps.empty()) put_apps(request, change_wanted.apps);
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

/// DCB's second error channel: a driver's refusal comes in a reply of success, as a byte that is formally u8 and really
/// a negative errno, cut to 8 bits (net/dcb/dcbnl.c).
Result<void> NetlinkDcb::change(Request& request, std::uint16_t answer, const std::string& action) {
  int code = 0;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) {
    Attributes<DCB_ATTR_DCBX + 1> attributes{header, sizeof(dcbmsg)};
    auto byte = attributes.get<std::uint8_t>(answer);
    if (!byte) return;
    auto said = static_cast<std::int8_t>(*byte);
    // SDCBX answers 1 for no; IEEE_SET's positive values mean that nothing had to change (ice).
    if (answer == DCB_ATTR_DCBX && said != 0) code = EPERM;
    if (answer == DCB_ATTR_IEEE && said < 0) code = -said;
  });
  if (!done) return done;
  if (code == 0) return {};
  if (answer == DCB_ATTR_DCBX) return failure(code, action, "the driver refuses; the firmware may own DCB");
  return failure(code, action, code == wrapped_enotsupp ? "or ENOTSUPP, cut to eight bits" : "the driver's answer");
}

}  // namespace roced::kernel
