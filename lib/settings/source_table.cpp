#include "settings/source_table.hpp"

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>
#include <linux/rtnetlink.h>

namespace roced::settings {

kernel::Result<SourceTable::Missing> SourceTable::missing(const node::Routing& routing) const {
  Missing missing;
  bool addressed = false;
  for (const auto& address : routing.addresses) {
    if (address.ifindex != nic().ifindex) continue;
    addressed = true;
    kernel::Rule wanted{{address.address, 32}, table()};
    if (std::find(routing.rules.begin(), routing.rules.end(), wanted) == routing.rules.end())
      missing.rules.push_back(wanted);
  }
  if (!addressed) return kernel::failure(EADDRNOTAVAIL, "find an IPv4 address of " + nic().netdev);
  for (auto wanted : routing.routes) {
    if (wanted.table != RT_TABLE_MAIN || wanted.ifindex != nic().ifindex) continue;
    wanted.table = table();
    // Whoever put a route for these packets there with another gateway or source meant it.
    bool there = std::any_of(routing.routes.begin(), routing.routes.end(), [&](const kernel::Route& route) {
      return route.table == wanted.table && route.to == wanted.to && route.ifindex == wanted.ifindex;
    });
    if (!there) missing.routes.push_back(wanted);
  }
  return missing;
}

Reading SourceTable::look(node::Snapshot& now) const {
  if (nic().ifindex == 0) return Reading::unsupported(fmt::format("{} has no netdev here", nic().name));
  const auto& routing = now.routing();
  if (!routing) return Reading::unknown(routing.error().text());
  auto lacking = missing(*routing);
  if (!lacking)
    return Reading::unknown(
        fmt::format("{} has no IPv4 address, so nothing can be routed by it: give it one first", nic().netdev));
  std::string text;
  for (const auto& rule : lacking->rules)
    text += fmt::format("{}no rule from {}", text.empty() ? "" : ", ", to_text(rule.from));
  for (const auto& route : lacking->routes)
    text += fmt::format("{}no route {}", text.empty() ? "" : ", ", to_text(route.to));
  return text.empty() ? Reading::of(desired()) : Reading::of(text);
}

bool SourceTable::concerns(catalog::Event event, int ifindex, std::string_view netdev) const {
  using catalog::Event;
  // An address brings a rule; a link that comes up or goes down takes routes along without a word of them.
  bool ours = event == Event::address || event == Event::link;
  return Setting::concerns(ours ? Event::routing : event, ifindex, netdev);
}

kernel::Result<Written> SourceTable::write(node::Snapshot& now, Batch& batch) const {
  const auto& routing = now.routing();
  if (!routing) return tl::unexpected{routing.error()};
  auto lacking = missing(*routing);
  if (!lacking) return tl::unexpected{lacking.error()};
  auto& kernel = batch.kernel().routing();
  // Routes first: a rule to an empty table would only be passed over, but one to half a table misroutes.
  for (const auto& route : lacking->routes)
    if (auto done = kernel.add(route); !done && done.error().code != EEXIST) return tl::unexpected{done.error()};
  for (const auto& rule : lacking->rules)
    if (auto done = kernel.add(rule); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
