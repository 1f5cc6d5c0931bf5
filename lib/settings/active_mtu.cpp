#include "settings/active_mtu.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "catalog/roce.hpp"

namespace roced::settings {

Reading ActiveMtu::look(node::Snapshot& now) const {
  if (nic().rdma_device.empty()) return Reading::unsupported(fmt::format("{} has no RDMA device", nic().name));
  if (nic().ifindex != 0)
    if (const auto& link = now.link(nic().ifindex); link && !link->carrier)
      return Reading::unknown(
          fmt::format("{} has no carrier: a port that is down says what it last had, or the least", nic().name));
  const auto& mtu = now.rdma_mtu(nic().rdma_device, nic().port);
  if (!mtu) return Reading::unknown(mtu.error().text());
  return Reading::of(std::uint64_t{mtu->active});
}

std::optional<Obstacle> ActiveMtu::obstacle(node::Snapshot& now, const catalog::Value& actual) const {
  using catalog::roce_headers;
  auto wanted = std::get<std::uint64_t>(desired());
  auto text = fmt::format("{} port {} puts {} bytes into a packet", nic().rdma_device, nic().port, to_text(actual));
  if (const auto& mtu = now.rdma_mtu(nic().rdma_device, nic().port); mtu && mtu->most < wanted)
    return Obstacle{State::drifted, fmt::format("{}, and {} at most: the hardware can't more", text, mtu->most)};
  if (nic().link_layer == node::LinkLayer::infiniband)
    return Obstacle{State::drifted,
                    fmt::format("{}: on InfiniBand the subnet manager sets it (opensm's partitions.conf)", text)};
  const auto& link = now.link(nic().ifindex);
  if (link && link->mtu < wanted + roce_headers)
    return Obstacle{State::drifted, fmt::format("{}, since the MTU of {} is {}: {} needs {}. Set mtu", text,
                                                nic().netdev, link->mtu, wanted, wanted + roce_headers)};
  return Obstacle{State::drifted,
                  fmt::format("{} although the MTU of {} is {}: under a bond the bond's MTU counts; else the RDMA "
                              "device has missed a change: set the MTU anew, or see dmesg",
                              text, nic().netdev, link ? std::to_string(link->mtu) : "unknown")};
}

kernel::Result<Written> ActiveMtu::write(node::Snapshot& /*now*/, Batch& /*batch*/) const {
  return kernel::failure(EOPNOTSUPP, "set the active MTU of " + nic().rdma_device);
}

}  // namespace roced::settings
