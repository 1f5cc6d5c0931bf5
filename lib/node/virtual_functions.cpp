#include "node/virtual_functions.hpp"

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "kernel/number.hpp"
#include "node/default_route.hpp"
#include "node/rdma_users.hpp"

namespace roced::node {
namespace {

/// Who uses a function's RDMA device in this namespace; empty where nobody does.
std::string rdma_used_by(Snapshot& now, const std::string& function) {
  const auto& names = now.list(function + "/infiniband");
  if (!names || names->empty()) return {};
  const auto& devices = now.rdma_devices();
  if (!devices)
    return fmt::format("has {}, and whether that is used can't be told: {}", names->front(), devices.error().text());
  for (const auto& name : *names) {
    auto device = std::find_if(devices->begin(), devices->end(), [&](const auto& each) { return each.name == name; });
    if (device == devices->end()) continue;
    auto users = rdma_users(device->index, name, now);
    if (!users) return fmt::format("has {}, and whether that is used can't be told: {}", name, users.error().text());
    if (!users->empty()) return "is in use: " + *users;
  }
  return {};
}

/// What a function's netdev carries that would be lost with it: a pod's child, the way to this node.
std::string carries(Snapshot& now, const std::string& netdev) {
  const auto& text = now.file(fmt::format("/sys/class/net/{}/ifindex", netdev));
  auto index = text ? kernel::number_in(*text) : std::nullopt;
  if (!index) return {};
  auto ifindex = static_cast<int>(*index);
  const auto& children = now.children();
  if (children)
    for (const auto& child : children->all)
      if (child.link.parent == ifindex && !child.netns.empty())
        return fmt::format("({}) has {} in netns {} on it", netdev, child.link.name, child.netns);
  auto route = default_route_on(ifindex, now);
  if (!route) return {};
  return *route == netdev ? fmt::format("({}) carries a default route", netdev)
                          : fmt::format("({}) carries a default route, of {}", netdev, *route);
}

/// Where a virtual function is, if it isn't idle on this host; empty where it is.
std::string used_by(Snapshot& now, const std::string& function) {
  auto driver = now.target(function + "/driver");
  if (!driver) return {};
  auto name = driver->substr(driver->rfind('/') + 1);
  if (name.starts_with("vfio")) return "belongs to a virtual machine (" + name + ")";
  const auto& netdevs = now.list(function + "/net");
  if (!netdevs || netdevs->empty()) return "is in another network namespace, a pod's most likely";
  for (const auto& netdev : *netdevs)
    if (auto user = carries(now, netdev); !user.empty()) return user;
  return rdma_used_by(now, function);
}

}  // namespace

std::string device_folder(const Nic& nic) {
  if (!nic.netdev.empty()) return fmt::format("/sys/class/net/{}/device", nic.netdev);
  return fmt::format("/sys/class/infiniband/{}/device", nic.rdma_device);
}

std::optional<FunctionInUse> function_in_use(const Nic& nic, std::uint64_t count, Snapshot& now) {
  for (std::uint64_t i = 0; i < count; ++i) {
    auto function = fmt::format("{}/virtfn{}", device_folder(nic), i);
    if (!now.exists(function)) break;  // there are no more, whatever the number says
    if (auto user = used_by(now, function); !user.empty()) return FunctionInUse{i, std::move(user)};
  }
  return {};
}

}  // namespace roced::node
