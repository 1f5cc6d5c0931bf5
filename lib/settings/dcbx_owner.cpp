#include "settings/dcbx_owner.hpp"

#include <fmt/format.h>

#include "settings/dcb_setting.hpp"

namespace roced::settings {

using kernel::Dcbx;

Reading DcbxOwner::look(node::Snapshot& now) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return without_dcb(dcb.error(), nic());
  if (!dcb->dcbx) return Reading::unsupported(fmt::format("{}'s driver doesn't tell who owns DCBX", nic().netdev));
  return Reading::of(std::string{(*dcb->dcbx & Dcbx::host) != 0 ? "host" : "firmware"});
}

kernel::Result<Written> DcbxOwner::write(node::Snapshot& now, Batch& batch) const {
  const auto& dcb = now.dcb(nic().netdev);
  if (!dcb) return tl::unexpected{dcb.error()};
  bool host = desired() == catalog::Value{std::string{"host"}};
  // The host's mode is what the driver says it can, with the host's bit; 0 gives the port back to the firmware (mlx5
  // mlx5e_dcbnl_setdcbx).
  auto can = static_cast<unsigned>(dcb->dcbx.value_or(Dcbx::ieee)) & ~unsigned{Dcbx::lld_managed};
  auto mode = static_cast<std::uint8_t>(host ? can | Dcbx::host : 0U);
  if (auto done = batch.kernel().dcb().set_dcbx(nic().netdev, mode); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
