#include <algorithm>

#include <fmt/format.h>

#include "rivals/configuration.hpp"
#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// "0" of "options ib_core netns_mode=0", empty where the line says something else.
std::string netns_mode_of(const Line& line) {
  // Without spaces around it the '=' has cut the option in two.
  auto words = fmt::format("{}={}", line.key, line.value);
  if (!words.starts_with("options ib_core ") && !words.starts_with("options\tib_core")) return {};
  auto at = words.find("netns_mode=");
  if (at == std::string::npos) return {};
  return words.substr(at + std::string_view{"netns_mode="}.size(), 1);
}

}  // namespace

void find_modprobe_files(kernel::Files& files, const profile::Profile& profile, std::vector<node::Problem>& problems) {
  auto netns = std::find_if(profile.node.begin(), profile.node.end(),
                            [](const profile::Wish& each) { return each.row->name == "rdma.netns"; });
  if (netns == profile.node.end()) return;
  std::string wanted = netns->value == catalog::Value{std::string{"shared"}} ? "1" : "0";
  for (const auto& path : configuration_files(
           files, {"/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d", "/usr/lib/modprobe.d"},
           ".conf")) {
    auto text = files.read(path);
    if (!text || path == "/etc/modprobe.d/roced.conf") continue;
    for (const auto& line : lines_of(*text))
      if (auto mode = netns_mode_of(line); !mode.empty() && mode != wanted && mode != (wanted == "1" ? "Y" : "N"))
        problems.push_back(
            {profile::Severity::warning, "also-written",
             fmt::format("rdma.netns: {}:{} asks for netns_mode={} at every boot, the profile ({}) wants "
                         "{}. Remove the line, and build the initramfs anew if it holds the file",
                         path, line.number, mode, netns->origin.text(), to_text(netns->value))});
  }
}

}  // namespace roced::rivals
