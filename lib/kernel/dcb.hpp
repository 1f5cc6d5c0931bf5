#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// struct ieee_pfc (linux/dcbnl.h), without its counters.
struct Pfc {
  std::uint8_t capability = 0;  ///< how many priorities may have flow control at once
  std::uint8_t enabled = 0;     ///< a bit a priority
  bool macsec_bypass = false;
  std::uint16_t delay = 0;  ///< mlx5: cable length in metres; sent back as read, else it would change
  bool operator==(const Pfc&) const = default;
};

/// struct dcb_app: packets that `selector` and `protocol` describe get `priority`.
struct App {
  static constexpr std::uint8_t dscp = 5;      ///< IEEE_8021QAZ_APP_SEL_DSCP: protocol is the DSCP
  static constexpr std::uint8_t datagram = 3;  ///< IEEE_8021QAZ_APP_SEL_DGRAM: protocol is the UDP port

  std::uint8_t selector = 0;
  std::uint8_t priority = 0;
  std::uint16_t protocol = 0;
  auto operator<=>(const App&) const = default;
};

/// DCB_ATTR_DCBX
struct Dcbx {
  static constexpr std::uint8_t host = 1, lld_managed = 2, cee = 4, ieee = 8, fixed = 0x10;
};

/// What one IEEE_GET says. What the driver has no operation for, or couldn't read, is absent: absent isn't zero.
struct DcbState {
  std::optional<Pfc> pfc;
  std::vector<App> apps;
  std::optional<std::uint8_t> dcbx;
};

/// What one IEEE_SET changes, in the kernel's order: PFC before APP. Not atomic: the kernel stops at the first error
/// and keeps what came before it.
struct DcbChange {
  std::optional<Pfc> pfc;
  std::vector<App> apps;
  bool empty() const { return !pfc && apps.empty(); }
};

/// DCB netlink, one interface a request, by name and in our namespace. An answer of success proves nothing: a driver
/// without the operation is passed over in silence (net/dcb/dcbnl.c), so read back. Errors: EOPNOTSUPP (no dcbnl
/// operations: VF, bond, VLAN, macvlan, veth), ENODEV, EPERM, and what the driver answers in DCB's second error
/// channel.
class Dcb {
 public:
  virtual ~Dcb() = default;

  virtual Result<DcbState> get(const std::string& netdev) = 0;
  virtual Result<void> set(const std::string& netdev, const DcbChange& change) = 0;
  /// IEEE_DEL
  virtual Result<void> remove(const std::string& netdev, const std::vector<App>& apps) = 0;
  /// `mode`: bits of Dcbx. EPERM where the driver refuses.
  virtual Result<void> set_dcbx(const std::string& netdev, std::uint8_t mode) = 0;
};

}  // namespace roced::kernel
