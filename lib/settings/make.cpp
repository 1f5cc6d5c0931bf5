#include "settings/make.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "settings/active_mtu.hpp"
#include "settings/broadcom_ecn.hpp"
#include "settings/children.hpp"
#include "settings/congestion.hpp"
#include "settings/dcb_apps.hpp"
#include "settings/dcb_buffer.hpp"
#include "settings/dcb_ets.hpp"
#include "settings/dcb_flow.hpp"
#include "settings/dcbx_owner.hpp"
#include "settings/ecn.hpp"
#include "settings/file_knob.hpp"
#include "settings/global_pause.hpp"
#include "settings/link_layer.hpp"
#include "settings/mtu.hpp"
#include "settings/rdma_cm.hpp"
#include "settings/rdma_netns.hpp"
#include "settings/source_table.hpp"
#include "settings/traffic_class.hpp"
#include "settings/virtual_function_attribute.hpp"
#include "settings/virtual_functions.hpp"
#include "settings/vlan_egress.hpp"

namespace roced::settings {
namespace {

/// What a setting is made of.
struct Parts {
  const profile::Wish& wish;
  const std::vector<profile::Wish>& all;  ///< the wishes beside it, on the same subject
  Subject subject;
  Terms terms;
};

using Maker = std::unique_ptr<Setting> (*)(Parts);

template <typename Kind>
std::unique_ptr<Setting> plain(Parts parts) {
  return std::make_unique<Kind>(parts.wish, std::move(parts.subject), parts.terms);
}

/// The value of another wish for the same subject, nullptr where there is none.
template <typename T>
const T* beside(const Parts& parts, std::string_view name) {
  auto at = std::find_if(parts.all.begin(), parts.all.end(), [&](const auto& wish) { return wish.row->name == name; });
  return at == parts.all.end() ? nullptr : std::get_if<T>(&at->value);
}

bool takes_over(const Parts& parts) {
  const auto* owner = beside<std::string>(parts, "dcb.dcbx");
  return owner != nullptr && *owner == "host";
}

AppWishes app_wishes(const Parts& parts) {
  AppWishes wishes;
  if (const auto* map = beside<catalog::NumberMap>(parts, "dcb.dscp_prio")) wishes.dscp = *map;
  if (const auto* map = beside<catalog::NumberMap>(parts, "dcb.app.udp")) wishes.udp = *map;
  if (const auto* exact = beside<bool>(parts, "dcb.exact")) wishes.exact = *exact;
  return wishes;
}

template <typename Kind>
std::unique_ptr<Setting> dcb(Parts parts) {
  bool owner = takes_over(parts);
  return std::make_unique<Kind>(parts.wish, std::move(parts.subject), parts.terms, owner);
}

std::unique_ptr<Setting> strict_classes(Parts parts) {
  bool owner = takes_over(parts);
  bool shares = beside<catalog::NumberMap>(parts, "dcb.ets.bandwidth") != nullptr;
  return std::make_unique<StrictClasses>(parts.wish, std::move(parts.subject), parts.terms, owner, shares);
}

template <std::uint8_t selector>
std::unique_ptr<Setting> app_priority(Parts parts) {
  bool owner = takes_over(parts);
  return std::make_unique<AppPriority>(parts.wish, std::move(parts.subject), parts.terms, owner, selector);
}

template <typename Kind>
std::unique_ptr<Setting> app_table(Parts parts) {
  bool owner = takes_over(parts);
  auto wishes = app_wishes(parts);
  return std::make_unique<Kind>(parts.wish, std::move(parts.subject), parts.terms, owner, std::move(wishes));
}

std::unique_ptr<Setting> ecn(Parts parts) {
  using node::CongestionWay;
  auto way = parts.subject.nic->congestion.way;
  bool broadcom = way == CongestionWay::bnxt_configfs || way == CongestionWay::bnxt_debugfs;
  return broadcom ? plain<BroadcomEcn>(std::move(parts)) : plain<Ecn>(std::move(parts));
}

std::unique_ptr<Setting> children(Parts parts) {
  const auto* mtu = beside<std::uint64_t>(parts, "mtu");
  std::optional<unsigned> parent_mtu;
  if (mtu != nullptr) parent_mtu = static_cast<unsigned>(*mtu);
  return std::make_unique<Children>(parts.wish, std::move(parts.subject), parts.terms, parent_mtu);
}

std::unique_ptr<Setting> of_each_function(Parts parts) {
  FunctionWishes wishes;
  if (const auto* count = beside<std::uint64_t>(parts, "sriov.vfs")) wishes.count = *count;
  if (const auto* rate = beside<std::uint64_t>(parts, "sriov.min_rate"))
    wishes.min_rate = static_cast<std::uint32_t>(*rate);
  if (const auto* rate = beside<std::uint64_t>(parts, "sriov.max_rate"))
    wishes.max_rate = static_cast<std::uint32_t>(*rate);
  return std::make_unique<VirtualFunctionAttribute>(parts.wish, std::move(parts.subject), parts.terms, wishes);
}

/// The settings that are more than a file with a number.
constexpr auto makers = std::to_array<std::pair<std::string_view, Maker>>({
    {"rdma.netns", plain<RdmaNetns>},
    {"link_layer", plain<LinkLayer>},
    {"mtu", plain<Mtu>},
    {"children", children},
    {"dcb.dcbx", plain<DcbxOwner>},
    {"dcb.maxrate", dcb<MaximumRate>},
    {"dcb.ets.prio_tc", dcb<TrafficClasses>},
    {"dcb.ets.bandwidth", dcb<Bandwidth>},
    {"dcb.ets.strict", strict_classes},
    {"dcb.trust", app_table<Trust>},
    {"dcb.dscp_prio", app_priority<kernel::App::dscp>},
    {"dcb.app.udp", app_priority<kernel::App::datagram>},
    {"dcb.exact", app_table<ExactApps>},
    {"dcb.cable_length", dcb<CableLength>},
    {"dcb.pfc", dcb<FlowControl>},
    {"dcb.buffer.prio", dcb<PriorityBuffer>},
    {"dcb.buffer.size", dcb<BufferSize>},
    {"ecn.priorities", ecn},
    {"rdma_cm.roce_mode", plain<RdmaCm>},
    {"rdma_cm.tos", plain<RdmaCm>},
    {"traffic_class", plain<TrafficClass>},
    {"sriov.vfs", plain<VirtualFunctions>},
    {"sriov.trust", of_each_function},
    {"sriov.spoof_check", of_each_function},
    {"sriov.max_rate", of_each_function},
    {"sriov.min_rate", of_each_function},
    {"dcb.global_pause", plain<GlobalPause>},
    {"vlan.egress", plain<VlanEgress>},
    {"routing.source_tables", plain<SourceTable>},
    {"require.active_mtu", plain<ActiveMtu>},
});

/// What a wish means for the member of its group with that place: of numbers that are one a NIC, its own.
std::optional<profile::Wish> of_member(profile::Wish wish, std::size_t place) {
  if (!wish.row->one_each) return wish;
  const auto& tables = std::get<catalog::Numbers>(wish.value);
  if (place >= tables.size()) return {};
  std::uint64_t own = tables[place];  // a copy: the array goes as the value takes its place
  wish.value = own;
  return wish;
}

}  // namespace

std::unique_ptr<Setting> make_one(const profile::Wish& wish, const std::vector<profile::Wish>& beside, Subject subject,
                                  Terms terms) {
  Parts parts{wish, beside, std::move(subject), terms};
  auto maker =
      std::find_if(makers.begin(), makers.end(), [&](const auto& each) { return each.first == wish.row->name; });
  if (maker != makers.end()) return maker->second(std::move(parts));
  auto table = wish.row->table();
  if (table == "dcqcn" || table == "broadcom") return plain<CongestionParameter>(std::move(parts));
  return plain<FileKnob>(std::move(parts));
}

Settings make(const profile::Profile& profile, const node::Matching& matching) {
  Settings settings;
  for (const auto& wish : profile.node)
    settings.push_back(make_one(wish, profile.node, Subject{}, Terms{.mode = profile.mode}));
  std::map<const profile::Group*, std::size_t> places;
  for (const auto& member : matching.members) {
    auto place = places[member.group]++;
    for (const auto& wish : member.group->wishes) {
      const auto& optional = member.group->optional;
      bool may_lack = wish.follows || std::find(optional.begin(), optional.end(), wish.row->name) != optional.end();
      auto own = of_member(wish, place);
      if (!own) continue;
      settings.push_back(
          make_one(*own, member.group->wishes, Subject{member.nic, member.group->name},
                   Terms{.mode = member.group->mode, .optional = may_lack, .unwritten = member.unwritten}));
    }
  }
  return settings;
}

}  // namespace roced::settings
