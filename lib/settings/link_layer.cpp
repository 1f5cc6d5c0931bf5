#include "settings/link_layer.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {

Reading LinkLayer::look(node::Snapshot& now) const {
  if (nic().rdma_device.empty()) {
    // Without an RDMA device, the netdev's type is all there is.
    if (nic().link_layer == node::LinkLayer::unknown)
      return Reading::unsupported(fmt::format("{} has no RDMA device, and isn't Ethernet or InfiniBand", nic().name));
    return Reading::of(std::string{to_text(nic().link_layer)});
  }
  const auto& text =
      now.file(fmt::format("/sys/class/infiniband/{}/ports/{}/link_layer", nic().rdma_device, nic().port));
  if (!text) return Reading::unknown(text.error().text());
  auto word = kernel::trimmed(*text);
  if (word == "Ethernet") return Reading::of(std::string{"ethernet"});
  if (word == "InfiniBand") return Reading::of(std::string{"infiniband"});
  return Reading::unknown(fmt::format("the driver says '{}'", word));
}

std::optional<Obstacle> LinkLayer::obstacle(node::Snapshot& /*now*/, const catalog::Value& actual) const {
  return Obstacle{
      State::drifted,
      fmt::format("{} port {} is {}; roced never changes a port's link layer: set LINK_TYPE_P{} in the "
                  "card's firmware and reboot, or leave this port out of the group",
                  nic().rdma_device.empty() ? nic().name : nic().rdma_device, nic().port, to_text(actual), nic().port)};
}

kernel::Result<Written> LinkLayer::write(node::Snapshot& /*now*/, Batch& /*batch*/) const {
  return kernel::failure(EOPNOTSUPP, "change the link layer of " + nic().name);
}

}  // namespace roced::settings
