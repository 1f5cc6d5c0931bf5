#include "converge/guard.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "node/default_route.hpp"
#include "node/rdma_users.hpp"
#include "node/virtual_functions.hpp"
#include "settings/number.hpp"

namespace roced::converge {
namespace {

/// How many virtual functions a NIC has now.
std::uint64_t functions_of(const node::Nic& nic, node::Snapshot& now) {
  const auto& text = now.file(node::device_folder(nic) + "/sriov_numvfs");
  auto count = text ? settings::number_in(*text) : std::nullopt;
  return count.value_or(0);
}

}  // namespace

std::optional<std::string> BusyGuard::rdma_use(const node::Nic& nic, node::Snapshot& now) {
  auto who = node::rdma_users(nic.rdma_index, nic.rdma_device, now);
  if (!who && who.error().code == EPROTONOSUPPORT) return {};
  if (!who) return fmt::format("whether jobs use {} can't be told: {}", nic.rdma_device, who.error().text());
  auto moment = clock_();
  if (!who->empty()) {
    busy_[nic.rdma_device] = {moment, *who};
    return *who;
  }
  auto seen = busy_.find(nic.rdma_device);
  if (seen == busy_.end()) return {};
  auto ago = std::chrono::duration_cast<std::chrono::seconds>(moment - seen->second.last);
  if (ago >= idle_for_) return {};
  return fmt::format("{} was in use {} s ago ({}); it counts as idle after {} s", nic.rdma_device, ago.count(),
                     seen->second.who, idle_for_.count());
}

void BusyGuard::observe(const node::Nic& nic, node::Snapshot& now) {
  if (!nic.rdma_device.empty()) rdma_use(nic, now);
}

std::optional<std::string> BusyGuard::held(const node::Nic& nic, node::Snapshot& now) {
  if (!nic.rdma_device.empty())
    if (auto cause = rdma_use(nic, now)) return cause;
  if (auto count = functions_of(nic, now); count > 0)
    if (auto used = node::function_in_use(nic, count, now))
      return fmt::format("virtual function {} of {} {}", used->number, nic.name, used->by);
  if (nic.ifindex == 0) return {};
  auto route = node::default_route_on(nic.ifindex, now);
  if (!route) return {};
  return *route == nic.netdev ? fmt::format("{} carries a default route", nic.netdev)
                              : fmt::format("{}, which lies on {}, carries a default route", *route, nic.netdev);
}

}  // namespace roced::converge
