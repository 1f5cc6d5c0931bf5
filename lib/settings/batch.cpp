#include "settings/batch.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

namespace roced::settings {

kernel::DcbChange& Batch::dcb(const std::string& netdev) {
  netdev_ = netdev;
  ++parts_;
  return change_;
}

void Batch::set_app(const std::string& netdev, const kernel::App& app) {
  netdev_ = netdev;
  ++parts_;
  auto same = std::find_if(change_.apps.begin(), change_.apps.end(), [&](const kernel::App& other) {
    return other.selector == app.selector && other.protocol == app.protocol;
  });
  if (same == change_.apps.end())
    change_.apps.push_back(app);
  else
    *same = app;
}

void Batch::remove_app(const std::string& netdev, const kernel::App& app) {
  netdev_ = netdev;
  ++parts_;
  removed_.push_back(app);
}

void Batch::finish_with(const std::string& path, const std::string& text) {
  ++parts_;
  last_[path] = text;
}

void Batch::finish_with_pause(const std::string& netdev, const kernel::Pause& pause) {
  netdev_ = netdev;
  ++parts_;
  pause_ = pause;
}

kernel::Result<void> Batch::stage(const std::string& path, const std::string& text) {
  if (auto before = kernel_.files().read(path)) staged_before_.try_emplace(path, kernel::trimmed(*before));
  return kernel_.files().write(path, text);
}

kernel::Result<void> Batch::send_parts(bool& mapped) {
  kernel::Result<void> first;
  auto send = [&](std::string_view name, const kernel::DcbChange& part) {
    if (part.empty()) return true;
    auto done = kernel_.dcb().set(netdev_, part);
    if (!done && first)
      first = kernel::failure(done.error().code, fmt::format("set {} of {}", name, netdev_), done.error().detail);
    return done.has_value();
  };
  send(traffic_classes, {.ets = change_.ets});
  send("the largest rates", {.max_rate = change_.max_rate});
  send(buffers, {.buffer = change_.buffer});
  mapped = send(priorities, {.apps = change_.apps});
  mapped = send("what is trusted", {.app_trust = change_.app_trust}) && mapped;
  return first;
}

kernel::Result<void> Batch::send_dcb() {
  // In one request the kernel takes flow control before the map: a map that is refused would leave it on alone.
  bool apart = change_.pfc && (!change_.apps.empty() || change_.app_trust);
  auto last = apart ? std::exchange(change_.pfc, {}) : std::nullopt;
  kernel::Result<void> first;
  bool mapped = true;
  if (!change_.empty()) first = kernel_.dcb().set(netdev_, change_);
  if (!first && first.error().code != ENODEV && first.error().code != EPERM) {
    last = last ? last : change_.pfc;
    first = send_parts(mapped);
  }
  if (!last || !mapped) return first;
  auto done = kernel_.dcb().set(netdev_, {.pfc = last});
  if (!done && first)
    first = kernel::failure(done.error().code, fmt::format("set {} of {}", flow_control, netdev_), done.error().detail);
  return first;
}

kernel::Result<void> Batch::finish() {
  for (const auto& [path, text] : last_)
    if (auto done = kernel_.files().write(path, text); !done) {
      for (const auto& [staged, before] : staged_before_) (void)kernel_.files().write(staged, before);
      return done;
    }
  return {};
}

kernel::Result<void> Batch::send() {
  auto first = send_dcb();
  // One at a time: the kernel stops at the first error, and mlx5 has replaced what other drivers keep beside the new
  // entry.
  for (const auto& app : removed_)
    if (auto done = kernel_.dcb().remove(netdev_, {app}); !done && done.error().code != ENOENT && first) first = done;
  if (pause_)
    if (auto done = kernel_.ethtool().set_pause(netdev_, *pause_); !done && first) first = done;
  if (auto done = finish(); !done && first) first = done;
  return first;
}

}  // namespace roced::settings
