#include "kernel/process.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace roced::kernel {
namespace {

constexpr std::size_t uid_length = std::string_view{"0d2e1b34-0000-0000-0000-000000000000"}.size();

/// "0::/system.slice/sshd.service": the path of cgroup v2, or of v1's hierarchy of systemd.
std::string_view control_group(std::string_view text) {
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (auto at = line.find("::"); line.starts_with("0::")) return line.substr(at + 2);
    if (auto at = line.find(":name=systemd:"); at != std::string_view::npos)
      return line.substr(at + std::string_view{":name=systemd:"}.size());
  }
  return {};
}

/// "kubepods-burstable-pod0d2e1b34_….slice" by the systemd driver, "pod0d2e1b34-…" by cgroupfs.
std::string pod_of(std::string_view part) {
  if (part.ends_with(".slice")) part.remove_suffix(std::string_view{".slice"}.size());
  if (part.size() < uid_length + 3) return {};
  auto uid = part.substr(part.size() - uid_length);
  if (!part.substr(0, part.size() - uid_length).ends_with("pod")) return {};
  std::string text{uid};
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

void add_from(std::string_view path, Process& process) {
  while (!path.empty()) {
    auto part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    if (auto pod = pod_of(part); !pod.empty()) process.pod = pod;
    // The innermost: user@1000.service has units of its own.
    if (part.ends_with(".service") || part.ends_with(".scope")) process.unit = part;
  }
}

}  // namespace

std::string Process::text() const {
  auto where = pod.empty() ? unit : "pod " + pod;
  return fmt::format("{} (pid {}{}{})", command.empty() ? "a process that is gone" : command, pid,
                     where.empty() ? "" : ", ", where);
}

Process process(Files& files, int pid) {
  Process found{.pid = pid, .command = {}, .unit = {}, .pod = {}};
  if (auto command = files.read(fmt::format("/proc/{}/comm", pid))) found.command = trimmed(*command);
  if (auto group = files.read(fmt::format("/proc/{}/cgroup", pid))) add_from(control_group(*group), found);
  return found;
}

}  // namespace roced::kernel
