#include "converge/guard.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <unistd.h>

#include "converge/default_route.hpp"
#include "node/virtual_functions.hpp"
#include "settings/number.hpp"

namespace roced::converge {
namespace {

constexpr std::uint8_t smi = 0, gsi = 1;  // enum ib_qp_type (rdma/ib_verbs.h)

/// Who uses an RDMA device, in words; empty where nobody does.
std::string users(const std::vector<kernel::QueuePair>& pairs, const std::vector<kernel::UserContext>& contexts,
                  const node::Nic& nic, node::Snapshot& now) {
  std::size_t count = 0;
  std::set<int> processes;
  std::string first;
  for (const auto& pair : pairs) {
    bool management = pair.pid == 0 && (pair.type == gsi || pair.type == smi);
    if (pair.device != nic.rdma_index || management) continue;
    ++count;
    if (pair.pid != 0) processes.insert(pair.pid);
    if (first.empty()) first = pair.pid == 0 ? "the kernel's " + pair.command : now.process(pair.pid).text();
  }
  auto others = [&] {
    auto more = processes.empty() ? 0 : processes.size() - 1;
    return more == 0 ? std::string{} : fmt::format(" and {} other process{}", more, more == 1 ? "" : "es");
  };
  if (count > 0)
    return fmt::format("{} queue pair{} of {}{} on {}", count, count == 1 ? "" : "s", first, others(), nic.rdma_device);
  for (const auto& context : contexts)  // roced itself opens a device to learn its MTU
    if (context.device == nic.rdma_index && context.pid != getpid()) processes.insert(context.pid);
  if (processes.empty()) return {};
  return fmt::format("{}{} {} {} open", now.process(*processes.begin()).text(), others(),
                     processes.size() == 1 ? "has" : "have", nic.rdma_device);
}

/// How many virtual functions a NIC has now.
std::uint64_t functions_of(const node::Nic& nic, node::Snapshot& now) {
  const auto& text = now.file(node::device_folder(nic) + "/sriov_numvfs");
  auto count = text ? settings::number_in(*text) : std::nullopt;
  return count.value_or(0);
}

}  // namespace

std::optional<std::string> BusyGuard::rdma_use(const node::Nic& nic, node::Snapshot& now) {
  const auto& pairs = now.queue_pairs();
  const auto& contexts = now.contexts();
  if (!pairs || !contexts) {
    const auto& error = pairs ? contexts.error() : pairs.error();
    if (error.code == EPROTONOSUPPORT) return {};
    return fmt::format("whether jobs use {} can't be told: {}", nic.rdma_device, error.text());
  }
  auto moment = clock_();
  if (auto who = users(*pairs, *contexts, nic, now); !who.empty()) {
    busy_[nic.rdma_device] = {moment, who};
    return who;
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
  auto route = default_route_on(nic.ifindex, now);
  if (!route) return {};
  return *route == nic.netdev ? fmt::format("{} carries a default route", nic.netdev)
                              : fmt::format("{}, which lies on {}, carries a default route", *route, nic.netdev);
}

}  // namespace roced::converge
