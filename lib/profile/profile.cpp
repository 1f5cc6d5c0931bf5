#include "profile/profile.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::profile {

std::string Origin::text() const {
  if (!file) return {};
  return line == 0 ? *file : fmt::format("{}:{}:{}", *file, line, column);
}

bool Match::empty() const {
  return ifname.empty() && pci.empty() && rdma_device.empty() && vendor.empty() && device.empty() && driver.empty() &&
         kind.empty() && link_layer.empty();
}

bool Profile::only_observes() const {
  return mode == Mode::observe &&
         std::all_of(groups.begin(), groups.end(), [](const Group& group) { return group.mode == Mode::observe; });
}

std::string Diagnostic::line() const {
  auto where = origin.text();
  return fmt::format("{}{}{}: {}", where, where.empty() ? "" : ": ", severity == Severity::error ? "error" : "warning",
                     text);
}

}  // namespace roced::profile
