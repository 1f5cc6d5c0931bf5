#include "kernel/dcb_message.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <linux/dcbnl.h>

namespace roced::kernel {
namespace {

// linux/dcbnl.h has them since 6.2: entries by VLAN priority are written under a type of their own.
constexpr std::uint16_t other_app = 2;     // DCB_ATTR_DCB_APP
constexpr std::uint16_t trust_table = 11;  // DCB_ATTR_DCB_APP_TRUST_TABLE
constexpr std::uint16_t ieee_app = DCB_ATTR_IEEE_APP;

std::uint16_t type_of(std::uint8_t selector) { return selector == App::pcp ? other_app : ieee_app; }

void put_trust(Request& request, const std::vector<std::uint8_t>& selectors) {
  auto* table = request.begin(trust_table);
  for (auto selector : selectors) request.put_u8(type_of(selector), selector);
  request.end(table);
}

template <typename Item>
void copy(const std::array<Item, 8>& from, Item (&to)[8]) {
  std::copy(from.begin(), from.end(), to);
}

template <typename Item>
std::array<Item, 8> copied(const Item (&from)[8]) {
  return std::to_array(from);
}

Pfc pfc_from(const ieee_pfc& pfc) { return {pfc.pfc_cap, pfc.pfc_en, pfc.mbc != 0, pfc.delay}; }

ieee_pfc to_kernel(const Pfc& wanted) {
  ieee_pfc pfc{};
  pfc.pfc_cap = wanted.capability;
  pfc.pfc_en = wanted.enabled;
  pfc.mbc = wanted.macsec_bypass ? 1 : 0;
  pfc.delay = wanted.delay;
  return pfc;
}

Ets ets_from(const ieee_ets& ets) {
  return {.willing = ets.willing != 0,
          .capability = ets.ets_cap,
          .credit_shaper = ets.cbs != 0,
          .tx_bandwidth = copied(ets.tc_tx_bw),
          .rx_bandwidth = copied(ets.tc_rx_bw),
          .tsa = copied(ets.tc_tsa),
          .prio_tc = copied(ets.prio_tc),
          .recommended_bandwidth = copied(ets.tc_reco_bw),
          .recommended_tsa = copied(ets.tc_reco_tsa),
          .recommended_prio_tc = copied(ets.reco_prio_tc)};
}

ieee_ets to_kernel(const Ets& wanted) {
  ieee_ets ets{};
  ets.willing = wanted.willing ? 1 : 0;
  ets.ets_cap = wanted.capability;
  ets.cbs = wanted.credit_shaper ? 1 : 0;
  copy(wanted.tx_bandwidth, ets.tc_tx_bw);
  copy(wanted.rx_bandwidth, ets.tc_rx_bw);
  copy(wanted.tsa, ets.tc_tsa);
  copy(wanted.prio_tc, ets.prio_tc);
  copy(wanted.recommended_bandwidth, ets.tc_reco_bw);
  copy(wanted.recommended_tsa, ets.tc_reco_tsa);
  copy(wanted.recommended_prio_tc, ets.reco_prio_tc);
  return ets;
}

PortBuffer buffer_from(const dcbnl_buffer& buffer) {
  return {copied(buffer.prio2buffer), copied(buffer.buffer_size), buffer.total_size};
}

dcbnl_buffer to_kernel(const PortBuffer& wanted) {
  dcbnl_buffer buffer{};
  copy(wanted.priority_buffer, buffer.prio2buffer);
  copy(wanted.size, buffer.buffer_size);
  buffer.total_size = wanted.total;
  return buffer;
}

template <typename Structure>
void put(Request& request, std::uint16_t type, const Structure& structure) {
  request.put_bytes(type, &structure, sizeof structure);
}

std::vector<std::uint8_t> trust_from(const nlattr& table) {
  std::vector<std::uint8_t> selectors;
  for_each_attribute(table, [&](const nlattr& attribute) {
    if (mnl_attr_get_payload_len(&attribute) >= 1) selectors.push_back(mnl_attr_get_u8(&attribute));
  });
  return selectors;
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

DcbState parse_dcb(const nlmsghdr& header) {
  DcbState state;
  Attributes<DCB_ATTR_DCBX + 1> attributes{header, sizeof(dcbmsg)};
  if (auto dcbx = attributes.get<std::uint8_t>(DCB_ATTR_DCBX)) state.dcbx = *dcbx;
  const auto* nest = attributes[DCB_ATTR_IEEE];
  if (nest == nullptr) return state;
  Attributes<trust_table + 1> ieee{*nest};
  if (auto pfc = ieee.get<ieee_pfc>(DCB_ATTR_IEEE_PFC)) state.pfc = pfc_from(*pfc);
  if (const auto* table = ieee[DCB_ATTR_IEEE_APP_TABLE]) read_apps(*table, state.apps);
  if (auto ets = ieee.get<ieee_ets>(DCB_ATTR_IEEE_ETS)) state.ets = ets_from(*ets);
  if (auto buffer = ieee.get<dcbnl_buffer>(DCB_ATTR_DCB_BUFFER)) state.buffer = buffer_from(*buffer);
  if (auto rates = ieee.get<MaxRate>(DCB_ATTR_IEEE_MAXRATE)) state.max_rate = *rates;
  if (const auto* table = ieee[trust_table]) state.app_trust = trust_from(*table);
  if (auto pfc = ieee.get<ieee_pfc>(DCB_ATTR_IEEE_PEER_PFC)) state.peer_pfc = pfc_from(*pfc);
  if (auto ets = ieee.get<ieee_ets>(DCB_ATTR_IEEE_PEER_ETS)) state.peer_ets = ets_from(*ets);
  return state;
}

int parse_refusal(const nlmsghdr& header, std::uint16_t answer) {
  auto byte = Attributes<DCB_ATTR_DCBX + 1>{header, sizeof(dcbmsg)}.get<std::uint8_t>(answer);
  if (!byte) return 0;
  auto said = static_cast<std::int8_t>(*byte);
  // SDCBX answers 1 for no; IEEE_SET's positive values mean that nothing had to change (ice).
  if (answer == DCB_ATTR_DCBX) return said != 0 ? EPERM : 0;
  return said < 0 ? -said : 0;
}

void put_apps(Request& request, const std::vector<App>& apps) {
  auto* table = request.begin(DCB_ATTR_IEEE_APP_TABLE);
  for (const auto& app : apps) {
    dcb_app entry{.selector = app.selector, .priority = app.priority, .protocol = app.protocol};
    request.put_bytes(type_of(app.selector), &entry, sizeof entry);
  }
  request.end(table);
}

void put_change(Request& request, const DcbChange& change) {
  if (change.ets) put(request, DCB_ATTR_IEEE_ETS, to_kernel(*change.ets));
  if (change.max_rate) put(request, DCB_ATTR_IEEE_MAXRATE, *change.max_rate);
  if (change.pfc) put(request, DCB_ATTR_IEEE_PFC, to_kernel(*change.pfc));
  if (change.buffer) put(request, DCB_ATTR_DCB_BUFFER, to_kernel(*change.buffer));
  if (!change.apps.empty()) put_apps(request, change.apps);
  if (change.app_trust) put_trust(request, *change.app_trust);
}

}  // namespace roced::kernel
