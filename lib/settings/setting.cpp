#include "settings/setting.hpp"

#include <fmt/format.h>

namespace roced::settings {

Reading Setting::read(node::Snapshot& now) const {
  if (subject_.nic && row().ethernet) {
    if (nic().link_layer == node::LinkLayer::infiniband)
      return Reading::unsupported(fmt::format(
          "{} port {} is InfiniBand: it takes IPoIB and partition keys (pkey) instead of macvlan and Ethernet "
          "settings",
          nic().rdma_device.empty() ? nic().name : nic().rdma_device, nic().port));
    if (nic().netdev.empty())
      return Reading::unknown(fmt::format("{} port {} has no netdev in this network namespace; it may be in a pod's",
                                          nic().rdma_device, nic().port));
  }
  return look(now);
}

std::string Setting::in_the_log() const {
  return fmt::format("The driver may say why in the kernel's log: journalctl -k -g {}", nic().netdev);
}

catalog::Disruption Setting::disruption() const {
  // What isn't hardware has no physical link to lose.
  if (subject_.nic && nic().pci.empty()) return catalog::Disruption::none;
  return row().disruption;
}

bool Setting::concerns(catalog::Event event, int ifindex, std::string_view netdev) const {
  if (row().event != event) return false;
  if (!subject_.nic || ifindex == every_link) return true;
  return (ifindex != 0 && nic().ifindex == ifindex) || (!netdev.empty() && nic().netdev == netdev);
}

}  // namespace roced::settings
