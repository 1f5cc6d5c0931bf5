#include "settings/batch.hpp"

#include <algorithm>
#include <cerrno>

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

kernel::Result<void> Batch::send() {
  if (!change_.empty())
    if (auto done = kernel_.dcb().set(netdev_, change_); !done) return done;
  // One at a time: the kernel stops at the first error, and mlx5 has replaced what other drivers keep beside the new
  // entry.
  for (const auto& app : removed_)
    if (auto done = kernel_.dcb().remove(netdev_, {app}); !done && done.error().code != ENOENT) return done;
  for (const auto& [path, text] : last_)
    if (auto done = kernel_.files().write(path, text); !done) return done;
  return {};
}

}  // namespace roced::settings
