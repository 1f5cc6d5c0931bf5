#include "agent/ctl/look.hpp"

#include <fmt/format.h>

#include "agent/ctl/output.hpp"

namespace roced::ctl {

profile::Sources sources(const std::string& file) {
  return file.empty() ? profile::Sources::installed() : profile::Sources::of(file);
}

Look::Look(profile::Profile profile) : kernel_{kernel::running_kernel()}, upkeep_{kernel_, std::move(profile), store_} {
  upkeep_.convergence().check([](const auto&, auto) { return true; });
}

std::unique_ptr<Look> Look::at_node(const std::string& file) {
  auto loaded = profile::load(sources(file));
  for (const auto& diagnostic : loaded.diagnostics) fmt::print(stderr, "{}", to_text(diagnostic));
  if (!loaded.profile) {
    say("the profile has errors, so there is nothing to hold this node against");
    return nullptr;
  }
  return std::unique_ptr<Look>{new Look{std::move(*loaded.profile)}};
}

}  // namespace roced::ctl
