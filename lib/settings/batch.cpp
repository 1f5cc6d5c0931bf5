#include "settings/batch.hpp"

#include <algorithm>
#include <cerrno>

namespace roced::settings {

void Batch::set_pfc(const std::string& netdev, const kernel::Pfc& pfc) {
  netdev_ = netdev;
  ++parts_;
  change_.pfc = pfc;
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

kernel::Result<void> Batch::send() {
  if (!change_.empty())
    if (auto done = kernel_.dcb().set(netdev_, change_); !done) return done;
  // One at a time: the kernel stops at the first error, and mlx5 has replaced what other drivers keep beside the new
  // entry.
  for (const auto& app : removed_)
    if (auto done = kernel_.dcb().remove(netdev_, {app}); !done && done.error().code != ENOENT) return done;
  return {};
}

}  // namespace roced::settings
