#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// What a command or a path in a script writes: the settings of a table, or a single one.
struct Trace {
  std::string_view word;
  std::string_view table;
};

// What operators' scripts call, and where the drivers' files are.
constexpr std::array traces{
    Trace{"mlnx_qos", "dcb"},
    Trace{"lldptool", "dcb"},
    Trace{"dcb ", "dcb"},
    Trace{"/ecn/roce_", "ecn"},
    Trace{"/ecn/roce_", "dcqcn"},
    Trace{"cma_roce_tos", "rdma_cm"},
    Trace{"cma_roce_mode", "rdma_cm"},
    Trace{"default_roce_", "rdma_cm"},
    Trace{"traffic_class", "traffic_class"},
    Trace{"sriov_numvfs", "sriov"},
    Trace{" mtu ", "mtu"},
};

/// The scripts that run at boot, when MLNX_OFED's drivers start, and when NetworkManager brings an interface up.
std::vector<std::string> scripts(kernel::Files& files) {
  std::vector<std::string> paths{"/etc/rc.local", "/etc/rc.d/rc.local", "/etc/infiniband/post-start-hook.sh"};
  for (const char* folder : {"/etc/NetworkManager/dispatcher.d", "/etc/networkd-dispatcher/routable.d",
                             "/etc/networkd-dispatcher/configured.d", "/etc/network/if-up.d"})
    if (auto names = files.list(folder)) {
      std::sort(names->begin(), names->end());
      for (const auto& name : *names) paths.push_back(fmt::format("{}/{}", folder, name));
    }
  return paths;
}

void look_into(const std::string& path, std::string_view text, const node::Matching& matching,
               std::vector<node::Problem>& problems) {
  std::set<std::string_view> told;
  unsigned number = 0;
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    auto start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || line[start] == '#') continue;
    for (const auto& trace : traces) {
      if (line.find(trace.word) == std::string_view::npos || told.contains(trace.table)) continue;
      const auto* group = owner(matching, trace.table);
      if (group == nullptr) continue;
      told.insert(trace.table);
      problems.push_back({profile::Severity::warning, "also-written",
                          fmt::format("{}:{} seems to set {} too ({}), and group {} ({}) has settings of it: take it "
                                      "out there, or see that both say the same",
                                      path, number, trace.table, kernel::trimmed(line.substr(0, 80)), group->name,
                                      group->origin.text())});
    }
  }
}

}  // namespace

void find_hook_scripts(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems) {
  for (const auto& path : scripts(files))
    if (auto text = files.read(path)) look_into(path, *text, matching, problems);
}

}  // namespace roced::rivals
