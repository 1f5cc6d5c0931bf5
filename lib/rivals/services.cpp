#include <array>

#include <fmt/format.h>

#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// A service that writes a part of what profiles name.
struct Service {
  std::string_view unit;
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

/// Running: it has a control group. Else wanted at boot: a link in a target's folder, as systemctl enable makes it.
std::string_view stands(kernel::Files& files, std::string_view unit) {
  for (const char* tree : {"/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"})
    if (files.exists(fmt::format("{}/{}", tree, unit))) return "runs";
  for (const char* target : {"multi-user", "sysinit", "network-pre", "network", "network-online"})
    if (files.target(fmt::format("/etc/systemd/system/{}.target.wants/{}", target, unit))) return "is started at boot";
  return {};
}

}  // namespace

void find_services(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems) {
  for (const auto& service : services) {
    const auto* group = owner(matching, service.table);
    if (group == nullptr) continue;
    if (auto how = stands(files, service.unit); !how.empty())
      problems.push_back({profile::Severity::warning, "also-written",
                          fmt::format("{} {}, and group {} ({}) has settings of {}: {}", service.unit, how, group->name,
                                      group->origin.text(), service.table, service.advice)});
  }
}

}  // namespace roced::rivals
