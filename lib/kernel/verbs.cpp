#include "kernel/verbs.hpp"

#include <cerrno>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <infiniband/verbs.h>

#include "kernel/handle.hpp"

namespace roced::kernel {
namespace {

using Context = std::unique_ptr<ibv_context, Releaser<ibv_close_device>>;

/// enum ibv_mtu: 1 is 256, each next one twice as much.
unsigned bytes(ibv_mtu mtu) { return mtu < IBV_MTU_256 || mtu > IBV_MTU_4096 ? 0 : 128U << static_cast<unsigned>(mtu); }

Result<Context> open(const std::string& name, const std::string& action) {
  int count = 0;
  std::unique_ptr<ibv_device* [], Releaser<ibv_free_device_list>> devices { ibv_get_device_list(&count) };
  if (!devices) return failure(errno, action);
  for (int i = 0; i < count; ++i) {
    if (name != ibv_get_device_name(devices[static_cast<std::size_t>(i)])) continue;
    errno = 0;
    Context context{ibv_open_device(devices[static_cast<std::size_t>(i)])};
    if (!context) return failure(errno != 0 ? errno : EIO, action);
    return context;
  }
  return failure(ENODEV, action, "libibverbs doesn't list it: its library is in the package ibverbs-providers");
}

}  // namespace

Result<PortMtu> query_port_mtu(const std::string& device, unsigned port) {
  auto action = fmt::format("ask libibverbs for the MTU of {} port {}", device, port);
  auto context = open(device, action);
  if (!context) return tl::unexpected{context.error()};
  ibv_port_attr attributes{};
  if (int error = ibv_query_port(context->get(), static_cast<std::uint8_t>(port), &attributes); error != 0)
    return failure(error, action);
  return PortMtu{.active = bytes(attributes.active_mtu), .most = bytes(attributes.max_mtu)};
}

Result<GidTable> query_gids(const std::string& device, unsigned port) {
  auto action = fmt::format("ask libibverbs for the GIDs of {}", device);
  auto context = open(device, action);
  if (!context) return tl::unexpected{context.error()};
  ibv_device_attr attributes{};
  if (int error = ibv_query_device(context->get(), &attributes); error != 0) return failure(error, action);
  GidTable table;
  std::size_t most = 0;
  for (unsigned each = 1; each <= attributes.phys_port_cnt; ++each) {
    ibv_port_attr port_attributes{};
    if (int error = ibv_query_port(context->get(), static_cast<std::uint8_t>(each), &port_attributes); error != 0)
      return failure(error, action);
    auto size = static_cast<std::size_t>(port_attributes.gid_tbl_len);
    most += size;
    if (each == port) table.size = size;
  }
  std::vector<ibv_gid_entry> entries(most);
  auto count = ibv_query_gid_table(context->get(), entries.data(), entries.size(), 0);
  if (count < 0) return failure(static_cast<int>(-count), action);
  entries.resize(static_cast<std::size_t>(count));
  for (const auto& entry : entries) {
    if (entry.port_num != port) continue;
    ++table.used;
    ++table.by_netdev[static_cast<int>(entry.ndev_ifindex)];
  }
  return table;
}

}  // namespace roced::kernel
