#pragma once

#include <string>

#include "kernel/files.hpp"

namespace roced::kernel {

/// A process, as far as it can be told; it may be gone.
struct Process {
  int pid = 0;
  std::string command;  ///< empty where it can't be told any more
  std::string unit;     ///< systemd's: "NetworkManager.service"; empty where it has none
  std::string pod;      ///< the UID of its Kubernetes pod; empty outside of pods

  /// "python3 (pid 4242, pod 0d2e1b34-…)", "sysctl (pid 812, session-3.scope)"
  std::string text() const;
};

/// From /proc/PID/comm and /proc/PID/cgroup, whose paths are systemd's and the kubelet's (cgroup v2, and v1's systemd
/// hierarchy).
Process process(Files& files, int pid);

}  // namespace roced::kernel
