#include "settings/make.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "settings/children.hpp"
#include "settings/dcb.hpp"
#include "settings/ecn.hpp"
#include "settings/file_knob.hpp"
#include "settings/link_layer.hpp"
#include "settings/mtu.hpp"
#include "settings/rdma_netns.hpp"

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

std::unique_ptr<Setting> children(Parts parts) {
  auto mtu = std::find_if(parts.all.begin(), parts.all.end(), [](const auto& wish) { return wish.row->name == "mtu"; });
  std::optional<unsigned> parent_mtu;
  if (mtu != parts.all.end()) parent_mtu = static_cast<unsigned>(std::get<std::uint64_t>(mtu->value));
  return std::make_unique<Children>(parts.wish, std::move(parts.subject), parts.terms, parent_mtu);
}

/// The settings that are more than a file with a number.
constexpr std::array<std::pair<std::string_view, Maker>, 9> makers{{{"rdma.netns", plain<RdmaNetns>},
                                                                    {"link_layer", plain<LinkLayer>},
                                                                    {"mtu", plain<Mtu>},
                                                                    {"children", children},
                                                                    {"dcb.dcbx", plain<DcbxOwner>},
                                                                    {"dcb.trust", plain<Trust>},
                                                                    {"dcb.dscp_prio", plain<DscpPriority>},
                                                                    {"dcb.pfc", plain<FlowControl>},
                                                                    {"ecn.priorities", plain<Ecn>}}};

std::unique_ptr<Setting> make_one(Parts parts) {
  const auto* maker =
      std::find_if(makers.begin(), makers.end(), [&](const auto& each) { return each.first == parts.wish.row->name; });
  return maker == makers.end() ? plain<FileKnob>(std::move(parts)) : maker->second(std::move(parts));
}

}  // namespace

Settings make(const profile::Profile& profile, const node::Matching& matching) {
  Settings settings;
  for (const auto& wish : profile.node)
    settings.push_back(make_one({wish, profile.node, Subject{}, Terms{.mode = profile.mode}}));
  for (const auto& member : matching.members)
    for (const auto& wish : member.group->wishes) {
      const auto& optional = member.group->optional;
      bool may_lack = wish.follows || std::find(optional.begin(), optional.end(), wish.row->name) != optional.end();
      settings.push_back(
          make_one({wish, member.group->wishes, Subject{member.nic, member.group->name},
                    Terms{.mode = member.group->mode, .optional = may_lack, .counted = member.counted}}));
    }
  return settings;
}

}  // namespace roced::settings
