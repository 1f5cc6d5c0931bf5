#include <algorithm>

#include <fmt/format.h>

#include "rivals/modprobe.hpp"
#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// What the last line says of ib_core's netns_mode, and where it stands.
struct NetnsMode {
  bool shared = true;  ///< the kernel's own default (drivers/infiniband/core/device.c: ib_devices_shared_netns)
  std::string place;   ///< empty where nothing says it
};

void take_last(NetnsMode& mode, const std::string& path, std::string_view text) {
  for (const auto& option : module_options(text, "ib_core", "netns_mode"))
    mode = {is_true(option.value), fmt::format("{}:{}", path, option.line)};
}

std::string_view word(bool shared) { return shared ? "shared" : "exclusive"; }

}  // namespace

void find_stale_initramfs(kernel::Files& files, const profile::Profile& profile, EarlyBoot& early_boot,
                          std::vector<node::Problem>& problems) {
  const auto* netns = wish(profile.node, "rdma.netns");
  const auto* stale = netns == nullptr ? nullptr : early_boot.look(files);
  if (stale == nullptr) return;
  auto command = kernel::initramfs_command([&](const std::string& path) { return files.exists(path); });
  auto advice = command.empty() ? std::string{"Build it anew"} : fmt::format("Build it anew: {}", command);
  auto report = [&](const std::string& text) {
    problems.push_back({profile::Severity::warning, "initramfs-stale",
                        fmt::format("rdma.netns: {} is older than modprobe.d{}. {}", stale->path, text, advice)});
  };
  if (stale->error) return report(fmt::format(", and what is in it can't be told ({})", stale->error->reason()));
  if (!std::binary_search(stale->modules.begin(), stale->modules.end(), "ib_core")) return;
  NetnsMode in_image, on_disk;
  for (const auto& file : stale->files) take_last(in_image, file.path, file.text);
  for (const auto& path : modprobe_files(files))
    if (auto text = files.read(path)) take_last(on_disk, path, *text);
  bool wanted = netns->value == catalog::Value{std::string{"shared"}};
  // Of a wrong line on disk find_modprobe_files tells.
  if (in_image.shared == wanted || on_disk.shared != wanted) return;
  report(fmt::format(" and loads ib_core early: {}, so that the next boot begins with {}, the profile ({}) wants {}",
                     in_image.place.empty() ? std::string{"nothing in it says netns_mode"}
                                            : fmt::format("in it, {} says so", in_image.place),
                     word(in_image.shared), netns->origin.text(), word(wanted)));
}

}  // namespace roced::rivals
