#include <fmt/format.h>

#include "rivals/modprobe.hpp"
#include "rivals/rivals.hpp"

namespace roced::rivals {

void find_modprobe_files(kernel::Files& files, const profile::Profile& profile, std::vector<node::Problem>& problems) {
  const auto* netns = wish(profile.node, "rdma.netns");
  if (netns == nullptr) return;
  bool shared = netns->value == catalog::Value{std::string{"shared"}};
  for (const auto& path : modprobe_files(files)) {
    auto text = files.read(path);
    if (!text || path == "/etc/modprobe.d/roced.conf") continue;
    for (const auto& option : module_options(*text, "ib_core", "netns_mode"))
      if (is_true(option.value) != shared)
        problems.push_back(
            {profile::Severity::warning, "also-written",
             fmt::format("rdma.netns: {}:{} asks for netns_mode={} at every boot, the profile ({}) wants "
                         "{}. Remove the line, and build the initramfs anew if it holds the file",
                         path, option.line, option.value, netns->origin.text(), to_text(netns->value))});
  }
}

}  // namespace roced::rivals
