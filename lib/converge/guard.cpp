#include "converge/guard.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace roced::converge {
namespace {

constexpr std::uint8_t smi = 0, gsi = 1;  // enum ib_qp_type (rdma/ib_verbs.h)

/// /proc/net/route: interface, destination, gateway, flags, ... in hexadecimal; mask is the eighth column.
bool carries_default_route(const std::string& routes, const std::string& netdev) {
  std::istringstream lines{routes};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns{line};
    std::string interface, destination, gateway, flags, references, use, metric, mask;
    columns >> interface >> destination >> gateway >> flags >> references >> use >> metric >> mask;
    if (interface == netdev && destination == "00000000" && mask == "00000000") return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> BusyGuard::queue_pairs(const node::Nic& nic, node::Snapshot& now) {
  const auto& pairs = now.queue_pairs();
  if (!pairs) {
    if (pairs.error().code == EPROTONOSUPPORT) return {};
    return fmt::format("whether jobs use {} can't be told: {}", nic.rdma_device, pairs.error().text());
  }
  std::size_t count = 0;
  const kernel::QueuePair* one = nullptr;
  for (const auto& pair : *pairs) {
    bool management = pair.pid == 0 && (pair.type == gsi || pair.type == smi);
    if (pair.device != nic.rdma_index || management) continue;
    ++count;
    one = &pair;
  }
  auto moment = clock_();
  if (one != nullptr) {
    busy_[nic.rdma_device] = moment;
    auto who = one->pid == 0 ? fmt::format("the kernel's {}", one->command)
                             : fmt::format("{} (pid {})", one->command, one->pid);
    return fmt::format("{} queue pair{} of {} {} up on {}", count, count == 1 ? "" : "s", who,
                       count == 1 ? "is" : "are", nic.rdma_device);
  }
  auto last = busy_.find(nic.rdma_device);
  if (last == busy_.end()) return {};
  auto ago = std::chrono::duration_cast<std::chrono::seconds>(moment - last->second);
  if (ago < idle_for_)
    return fmt::format("queue pairs were up on {} {} s ago; it counts as idle after {} s", nic.rdma_device, ago.count(),
                       idle_for_.count());
  return {};
}

std::optional<std::string> BusyGuard::held(const node::Nic& nic, node::Snapshot& now) {
  if (!nic.rdma_device.empty())
    if (auto cause = queue_pairs(nic, now)) return cause;
  if (nic.ifindex == 0) return {};
  const auto& routes = now.file("/proc/net/route");
  if (!routes) return {};
  std::string carrier = nic.netdev;
  if (const auto& link = now.link(nic.ifindex); link && link->master != 0)
    if (const auto& master = now.link(link->master)) carrier = master->name;
  if (carries_default_route(*routes, nic.netdev) || carries_default_route(*routes, carrier))
    return fmt::format("{} carries the default route", carrier);
  return {};
}

}  // namespace roced::converge
