#include "rivals/early_boot.hpp"

#include <algorithm>

#include "rivals/modprobe.hpp"

namespace roced::rivals {
namespace {

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_modprobe_file(std::string_view path) {
  return path.ends_with(".conf") && path.find("modprobe.d/") != std::string_view::npos;
}

/// "ib_core" of ".../ib_core.ko.xz"; empty for what is no module.
std::string_view module_of(std::string_view path) {
  auto name = name_of(path);
  auto end = name.find(".ko");
  return end == std::string_view::npos ? std::string_view{} : name.substr(0, end);
}

std::optional<std::string> image_path(kernel::Files& files) {
  auto release = files.read("/proc/sys/kernel/osrelease");
  if (!release) return {};
  for (auto& path : kernel::initramfs_paths(kernel::trimmed(*release)))
    if (files.exists(path)) return std::move(path);
  return {};
}

/// When modprobe.d last changed: a file in it, or which files there are.
kernel::FileTime configured(kernel::Files& files) {
  auto paths = modprobe_files(files);
  paths.emplace_back("/etc/modprobe.d");
  kernel::FileTime latest{};
  for (const auto& path : paths)
    if (auto changed = files.changed(path)) latest = std::max(latest, *changed);
  return latest;
}

EarlyBoot::Stale unpacked(kernel::Files& files, std::string path) {
  EarlyBoot::Stale stale{std::move(path), {}, {}};
  auto image = files.map(stale.path);
  auto take = [&](std::string_view each) {
    if (auto module = module_of(each); !module.empty()) stale.modules.emplace_back(module);
    return is_modprobe_file(each);
  };
  auto found = image ? kernel::files_in_initramfs(image->text, take) : tl::unexpected{image.error()};
  if (!found) {
    stale.error = found.error();
    return stale;
  }
  stale.files = std::move(*found);
  std::sort(stale.modules.begin(), stale.modules.end());
  std::sort(stale.files.begin(), stale.files.end(),
            [](const auto& left, const auto& right) { return name_of(left.path) < name_of(right.path); });
  return stale;
}

}  // namespace

const EarlyBoot::Stale* EarlyBoot::look(kernel::Files& files) {
  auto path = image_path(files);
  auto built = path ? files.changed(*path) : tl::unexpected{kernel::Error{ENOENT, "look for the initramfs", {}}};
  if (!built || *built > configured(files)) {
    stale_.reset();
    return nullptr;
  }
  if (!stale_ || stale_->path != *path || built_ != *built) {
    stale_ = unpacked(files, *path);
    built_ = *built;
  }
  return &*stale_;
}

}  // namespace roced::rivals
