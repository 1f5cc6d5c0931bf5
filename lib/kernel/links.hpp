#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// A network interface, as RTM_NEWLINK tells of it.
struct Link {
  int ifindex = 0;
  std::string name;
  unsigned mtu = 0;         ///< bytes
  unsigned mtu_max = 0;     ///< the most that it takes (IFLA_MAX_MTU, since 4.19); 0: no limit, or none told
  unsigned short type = 0;  ///< ARPHRD_*: 1 Ethernet, 32 InfiniBand, 772 loopback
  std::string kind;         ///< IFLA_INFO_KIND: "macvlan", "vlan", "bond", "veth"; empty for hardware
  int parent = 0;           ///< IFLA_LINK: the ifindex of what it lies on, in *this* namespace; 0 for none or elsewhere
  int master = 0;           ///< IFLA_MASTER: the bond or bridge that it belongs to; 0 for none
  std::string address;      ///< "02:00:00:00:00:01"
  std::string permanent_address;  ///< the card's own (IFLA_PERM_ADDRESS, since 5.6); empty where there is none
  bool carrier = false;           ///< set up, and with a carrier
  std::map<std::uint32_t, std::uint32_t> egress;  ///< of a VLAN: priority to PCP; what isn't there has PCP 0
};

/// A virtual function, as its physical function's link tells of it (IFLA_VF_INFO). What the driver doesn't tell is
/// absent.
struct VirtualFunction {
  std::uint32_t number = 0;               ///< counts from 0
  std::optional<bool> trust;              ///< may change its MAC and receive all (IFLA_VF_TRUST, since 4.4)
  std::optional<bool> spoof_check;        ///< sends from its own MAC only (IFLA_VF_SPOOFCHK)
  std::optional<std::uint32_t> min_rate;  ///< Mbit/s, guaranteed; 0: none (IFLA_VF_RATE, which holds both)
  std::optional<std::uint32_t> max_rate;  ///< Mbit/s; 0: no limit
  bool operator==(const VirtualFunction&) const = default;
};

/// The links of one network namespace. Errors: ENODEV (no such link), EPERM, EINVAL with the kernel's sentence.
class Links {
 public:
  virtual ~Links() = default;

  virtual Result<Link> get(int ifindex) = 0;
  /// Every link. Costs much on a node with many pods: for discovery only.
  virtual Result<std::vector<Link>> all() = 0;
  /// The links of these kinds, chosen in the kernel (IFLA_INFO_KIND in the dump's request; since 4.6). A kind that it
  /// doesn't know makes it send all: name first what may be unknown.
  virtual Result<std::vector<Link>> of_kinds(const std::vector<std::string_view>& kinds) = 0;
  virtual Result<void> set_mtu(int ifindex, unsigned bytes) = 0;
  /// Of a VLAN: these priorities get these PCPs, all others keep theirs.
  virtual Result<void> set_egress(int ifindex, const std::map<std::uint32_t, std::uint32_t>& egress) = 0;
  /// Of a physical function; none where it has none now, or its driver can't tell.
  virtual Result<std::vector<VirtualFunction>> virtual_functions(int ifindex) = 0;
  /// What is said, of the function with that number; both rates or none. EOPNOTSUPP: the driver has none of them;
  /// EINVAL: a rate beyond the link's, or more guaranteed than allowed.
  virtual Result<void> set_virtual_function(int ifindex, const VirtualFunction& wanted) = 0;
};

}  // namespace roced::kernel
