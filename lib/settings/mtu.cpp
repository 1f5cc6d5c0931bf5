#include "settings/mtu.hpp"

namespace roced::settings {

Reading Mtu::look(node::Snapshot& now) const {
  const auto& link = now.link(nic().ifindex);
  if (!link) return Reading::unknown(link.error().text());
  return Reading::of(std::uint64_t{link->mtu});
}

kernel::Result<Written> Mtu::write(node::Snapshot& /*now*/, Batch& batch) const {
  auto bytes = static_cast<unsigned>(std::get<std::uint64_t>(desired()));
  if (auto done = batch.kernel().links().set_mtu(nic().ifindex, bytes); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
