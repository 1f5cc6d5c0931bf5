#include "node/rdma_users.hpp"

#include <set>

#include <fmt/format.h>
#include <unistd.h>

namespace roced::node {
namespace {

constexpr std::uint8_t smi = 0, gsi = 1;  // enum ib_qp_type (rdma/ib_verbs.h)

std::string and_others(const std::set<int>& processes) {
  auto more = processes.empty() ? 0 : processes.size() - 1;
  return more == 0 ? std::string{} : fmt::format(" and {} other process{}", more, more == 1 ? "" : "es");
}

}  // namespace

kernel::Result<std::string> rdma_users(unsigned index, const std::string& device, Snapshot& now) {
  const auto& pairs = now.queue_pairs();
  if (!pairs) return tl::unexpected{pairs.error()};
  const auto& contexts = now.contexts();
  if (!contexts) return tl::unexpected{contexts.error()};
  std::size_t count = 0;
  std::set<int> processes;
  std::string first;
  for (const auto& pair : *pairs) {
    bool management = pair.pid == 0 && (pair.type == gsi || pair.type == smi);
    if (pair.device != index || management) continue;
    ++count;
    if (pair.pid != 0) processes.insert(pair.pid);
    if (first.empty()) first = pair.pid == 0 ? "the kernel's " + pair.command : now.process(pair.pid).text();
  }
  if (count > 0)
    return fmt::format("{} queue pair{} of {}{} on {}", count, count == 1 ? "" : "s", first, and_others(processes),
                       device);
  for (const auto& context : *contexts)  // roced itself opens a device to learn its MTU
    if (context.device == index && context.pid != getpid()) processes.insert(context.pid);
  if (processes.empty()) return std::string{};
  return fmt::format("{}{} {} {} open", now.process(*processes.begin()).text(), and_others(processes),
                     processes.size() == 1 ? "has" : "have", device);
}

}  // namespace roced::node
