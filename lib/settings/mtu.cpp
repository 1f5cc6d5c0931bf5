#include "settings/mtu.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {

Reading Mtu::look(node::Snapshot& now) const {
  const auto& link = now.link(nic().ifindex);
  if (!link) return Reading::unknown(link.error().text());
  return Reading::of(std::uint64_t{link->mtu});
}

std::optional<node::Problem> Mtu::remark(node::Snapshot& now) const {
  const auto& link = now.link(nic().ifindex);
  if (!link || link->carrier || !nic().link_kind.empty()) return {};
  return node::Problem{
      profile::Severity::warning, "port-down",
      fmt::format("{} (group {}) has no carrier: cable, transceiver or switch port; what it reports as "
                  "active MTU and speed means nothing while it is down",
                  nic().name, subject().group),
      true};
}

kernel::Result<Written> Mtu::write(node::Snapshot& now, Batch& batch) const {
  auto bytes = static_cast<unsigned>(std::get<std::uint64_t>(desired()));
  const auto& link = now.link(nic().ifindex);
  int target = nic().ifindex;
  // A bond sets all its members; what is set on a member alone the next change of the bond undoes.
  if (link && link->master != 0)
    if (const auto& master = now.link(link->master); master && master->kind == "bond" && master->mtu != bytes)
      target = link->master;
  if (auto done = batch.kernel().links().set_mtu(target, bytes); !done) return tl::unexpected{done.error()};
  return Written{};
}

std::string Mtu::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  const auto& link = now.link(nic().ifindex);
  if ((error.code != EINVAL && error.code != ERANGE) || !link) return {};
  auto bytes = std::get<std::uint64_t>(desired());
  if (link->mtu_max != 0 && bytes > link->mtu_max)
    return fmt::format("{} takes {} at most: write mtu = {} or less", link->name, link->mtu_max, link->mtu_max);
  if (link->kind != "vlan" && link->kind != "macvlan") return in_the_log();
  if (link->parent == 0) return "Likely its parent, in another network namespace, has a smaller MTU: raise that first";
  const auto& parent = now.link(link->parent);
  if (!parent || bytes <= parent->mtu) return in_the_log();
  return fmt::format("It lies on {}, whose MTU is {}, and can't have more: raise that first, or write mtu = {} or less",
                     parent->name, parent->mtu, parent->mtu);
}

}  // namespace roced::settings
