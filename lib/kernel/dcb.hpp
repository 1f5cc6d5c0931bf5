#pragma once

#include <array>
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

/// How a traffic class shares the link (IEEE 802.1Qaz).
struct Tsa {
  static constexpr std::uint8_t strict = 0, credit_shaper = 1, ets = 2, vendor = 255;
};

/// struct ieee_ets: which traffic class a priority has, and how the classes share the link. Only tx_bandwidth of ETS
/// classes means something, in percent, 100 together; mlx5 says 100 for the others.
struct Ets {
  bool willing = false;
  std::uint8_t capability = 0;  ///< how many traffic classes
  bool credit_shaper = false;
  std::array<std::uint8_t, 8> tx_bandwidth{}, rx_bandwidth{}, tsa{}, prio_tc{};
  std::array<std::uint8_t, 8> recommended_bandwidth{}, recommended_tsa{}, recommended_prio_tc{};
  bool operator==(const Ets&) const = default;
};

/// struct dcbnl_buffer: the receive buffers of the port, in bytes. Cards count in cells: what is written may read back
/// rounded.
struct PortBuffer {
  std::array<std::uint8_t, 8> priority_buffer{};
  std::array<std::uint32_t, 8> size{};
  std::uint32_t total = 0;
  bool operator==(const PortBuffer&) const = default;
};

/// struct ieee_maxrate: by traffic class, in kbit/s; 0: no limit.
using MaxRate = std::array<std::uint64_t, 8>;

/// struct dcb_app: packets that `selector` and `protocol` describe get `priority`.
struct App {
  static constexpr std::uint8_t pcp = 255;     ///< DCB_APP_SEL_PCP (6.2)
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
  std::optional<Ets> ets;
  std::optional<PortBuffer> buffer;
  std::optional<MaxRate> max_rate;
  /// The selectors that the port trusts, the one that counts most first (DCB_ATTR_DCB_APP_TRUST_TABLE, 6.2). Drivers
  /// without it trust DSCP while a DSCP entry exists.
  std::optional<std::vector<std::uint8_t>> app_trust;
  std::optional<Pfc> peer_pfc;  ///< what the other end of the cable told by LLDP, where the driver listens
  std::optional<Ets> peer_ets;
};

/// What one IEEE_SET changes, in the kernel's order: ETS, MAXRATE, PFC, BUFFER, APP, TRUST. Not atomic: the kernel
/// stops at the first error and keeps what came before it.
struct DcbChange {
  std::optional<Ets> ets;
  std::optional<MaxRate> max_rate;
  std::optional<Pfc> pfc;
  std::optional<PortBuffer> buffer;
  std::vector<App> apps;
  std::optional<std::vector<std::uint8_t>> app_trust;
  bool empty() const { return !ets && !max_rate && !pfc && !buffer && apps.empty() && !app_trust; }
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
