#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/kernel.hpp"
#include "node/congestion.hpp"
#include "profile/profile.hpp"

namespace roced::node {

enum class LinkLayer { unknown, ethernet, infiniband };
enum class Kind { physical_function, virtual_function, virtual_device };

/// "ethernet", "infiniband", "unknown"
std::string_view to_text(LinkLayer layer);
/// "pf", "vf", "virtual", as the profile's `kind`
std::string_view to_text(Kind kind);

/// One port of a NIC: a netdev, an RDMA port, or both. Its identity is its PCI address and port; names and indices are
/// what they were at discovery.
struct Nic {
  std::string name;               ///< its netdev's; without one its RDMA device's, ":PORT" added where that has several
  std::string pci;                ///< "0000:5e:00.0"; empty for what isn't on PCI
  std::string bus_name;           ///< its device's name on its bus: the PCI address, where that is PCI
  unsigned port = 1;              ///< counts from 1, of the PCI function and of the RDMA device
  std::string netdev;             ///< empty where the port has none in this network namespace
  int ifindex = 0;                ///< 0 likewise
  std::string permanent_address;  ///< the card's own MAC address: another card has another; empty where there is none
  int master = 0;                 ///< ifindex of the bond or bridge that its netdev belongs to; 0: none
  std::string link_kind;          ///< "macvlan", "bond", "veth"; empty for hardware
  std::string driver;             ///< of the netdev; for a virtual one its kind
  std::string vendor;             ///< "15b3"; empty for what isn't on PCI
  std::string device;             ///< "1021"
  Kind kind = Kind::virtual_device;
  std::string rdma_device;  ///< empty where there's none
  unsigned rdma_index = 0;
  LinkLayer link_layer = LinkLayer::unknown;
  bool in_sysfs = true;  ///< /sys shows its network namespace: what is in files there is its own
  CongestionControl congestion;

  /// Lies on another netdev: matched only where the profile asks for kind "virtual".
  bool is_upper() const;
  /// The same port, whatever it is called now.
  bool same_port(const Nic& other) const;
};

/// Something that a person should see, and that no setting can say.
struct Problem {
  profile::Severity severity = profile::Severity::error;
  std::string code;  ///< stable, for scripts: "group-matches-nothing"
  std::string text;
  bool passing = false;  ///< it may be over in a moment: no news before it has lasted
  bool operator==(const Problem&) const = default;
};

struct Node {
  std::vector<Nic> nics;  ///< by PCI address, then name; loopback isn't one
  bool rdma = false;      ///< the kernel answers RDMA netlink
  /// Something that tells NICs apart couldn't be read: what isn't among the NICs may be there all the same.
  bool partly_unread = false;
  std::vector<Problem> problems;
};

/// What this node has. Costs a dump of all links: at start, and when links or RDMA devices come and go.
Node discover(kernel::Kernel& kernel);

}  // namespace roced::node
