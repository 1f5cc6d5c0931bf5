#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// A service that writes a part of what profiles name.
struct Service {
  std::string_view name;   ///< of a unit, or of a DaemonSet
  std::string_view table;  ///< the settings that it owns: those of a table, or a single one
  std::string_view advice;
};

constexpr std::array services{
    Service{"lldpad.service", "dcb", "it takes DCB over for the ports that it serves: stop it, or leave dcb to it"},
    Service{"oci-rdma-configure.service", "sysctl",
            "it sets the rails' ARP sysctls where /etc/oci-hpc/rdma-network.conf says modify_arp=true"},
    Service{"rdma-qos.service", "dcb", "it sets PFC and trust when it starts: disable it"},
    Service{"sriov-config.service", "sriov", "it sets the number of virtual functions: disable it, or leave sriov out"},
};

constexpr std::string_view nic_configuration =
    "where a NicConfigurationTemplate has roceOptimized it sets this every 20 minutes: take it out there, or here";

// In Kubernetes.
constexpr std::array pods{
    Service{"nic-configuration-daemon", "dcb", nic_configuration},
    Service{"nic-configuration-daemon", "ecn", nic_configuration},
    Service{"nic-configuration-daemon", "traffic_class", nic_configuration},
    Service{
        "sriov-network-config-daemon", "sriov",
        "it makes the virtual functions of the ports that a SriovNetworkNodePolicy selects: take them out there, or "
        "leave sriov out"},
    Service{"sriov-network-config-daemon", "mtu",
            "it raises the MTU of the ports that a SriovNetworkNodePolicy selects to the policy's: let both say the "
            "same"},
};

/// The kubelet keeps a folder NAMESPACE_POD_UID for each pod of this node (pkg/kubelet/kuberuntime/helpers.go).
bool has_pod(const std::vector<std::string>& folders, std::string_view daemon_set) {
  auto part = fmt::format("_{}-", daemon_set);
  return std::any_of(folders.begin(), folders.end(), [&](const auto& each) { return each.find(part) != each.npos; });
}

void report(const node::Matching& matching, const Service& service, std::string_view how,
            std::vector<node::Problem>& problems) {
  const auto* group = owner(matching, service.table);
  if (group == nullptr || how.empty()) return;
  problems.push_back({profile::Severity::warning, "also-written",
                      fmt::format("{} {}, and group {} ({}) has settings of {}: {}", service.name, how, group->name,
                                  group->origin.text(), service.table, service.advice)});
}

}  // namespace

std::string_view service_state(kernel::Files& files, std::string_view unit) {
  for (const char* tree : {"/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"})
    if (files.exists(fmt::format("{}/{}", tree, unit))) return "runs";
  for (const char* target : {"multi-user", "sysinit", "network-pre", "network", "network-online"})
    if (files.target(fmt::format("/etc/systemd/system/{}.target.wants/{}", target, unit))) return "is started at boot";
  return {};
}

std::string likely_writer(kernel::Files& files, catalog::Event event) {
  constexpr std::array writers{std::pair{catalog::Event::dcb, "lldpad.service"},
                               std::pair{catalog::Event::link, "NetworkManager.service"},
                               std::pair{catalog::Event::link, "systemd-networkd.service"},
                               std::pair{catalog::Event::netconf, "systemd-networkd.service"},
                               std::pair{catalog::Event::routing, "NetworkManager.service"},
                               std::pair{catalog::Event::routing, "systemd-networkd.service"}};
  std::string names;
  for (auto [what, unit] : writers)
    if (what == event && service_state(files, unit) == "runs")
      names += fmt::format("{}{}", names.empty() ? "" : " or ", unit);
  return names.empty() ? names : "likely by " + names;
}

void find_services(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems) {
  for (const auto& service : services)
    if (owner(matching, service.table) != nullptr)
      report(matching, service, service_state(files, service.name), problems);
  if (auto folders = files.list("/var/log/pods"))
    for (const auto& pod : pods) report(matching, pod, has_pod(*folders, pod.name) ? "runs in a pod" : "", problems);
}

}  // namespace roced::rivals
