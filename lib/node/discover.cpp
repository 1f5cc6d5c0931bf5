#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <net/if_arp.h>

#include "kernel/name.hpp"
#include "node/node.hpp"

namespace roced::node {
namespace {

using kernel::Files;
using kernel::trimmed;

constexpr const char* sysfs_elsewhere = "sysfs-elsewhere";

struct RdmaEnd {
  kernel::RdmaDevice device;
  kernel::RdmaPort port;
};

/// Why something couldn't be read that may well be there.
bool passes(const kernel::Error& error) {
  constexpr std::array codes{EMFILE, ENFILE, ENOMEM, ENOBUFS, EINTR, EAGAIN};
  return std::find(codes.begin(), codes.end(), error.code) != codes.end();
}

void note_unread(const kernel::Error& error, Node& node) {
  if (!std::exchange(node.partly_unread, true))
    node.problems.push_back(
        {profile::Severity::error, "node-unreadable", "which NICs there are can't be told now: " + error.text()});
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// "0000:5e:00.0"
bool is_pci_address(std::string_view text) {
  constexpr std::string_view shape = "xxxx:xx:xx.x";
  return text.size() == shape.size() && std::equal(text.begin(), text.end(), shape.begin(), [](char c, char wanted) {
           return wanted == 'x' ? std::isxdigit(static_cast<unsigned char>(c)) != 0 : c == wanted;
         });
}

/// The PCI function that a device hangs on, which for virtio is its parent.
std::string pci_of(Files& files, const std::string& device_folder) {
  auto target = files.target(device_folder);
  if (!target) return {};
  if (auto name = last_part(*target); is_pci_address(name)) return name;
  auto class_folder = device_folder.substr(0, device_folder.rfind('/'));
  auto whole = files.target(class_folder);
  if (!whole) return {};
  std::string found;
  for (std::size_t at = 0; at < whole->size();) {
    auto end = std::min(whole->find('/', at), whole->size());
    if (auto part = whole->substr(at, end - at); is_pci_address(part)) found = part;
    at = end + 1;
  }
  return found;
}

std::string hexadecimal(Files& files, const std::string& path, Node& node) {
  auto text = files.read(path);
  if (!text && passes(text.error())) note_unread(text.error(), node);
  if (!text) return {};
  auto digits = trimmed(*text);
  if (digits.starts_with("0x")) digits.remove_prefix(2);
  return std::string{digits};
}

/// What the device folder of a netdev or an RDMA device says of the hardware behind it.
void add_hardware(Files& files, const std::string& class_folder, Nic& nic, Node& node) {
  auto folder = class_folder + "/device";
  auto driver = files.target(folder + "/driver");
  if (driver) nic.driver = last_part(*driver);
  if (auto device = files.target(folder); device && kernel::is_plain_name(last_part(*device)))
    nic.bus_name = last_part(*device);
  nic.pci = pci_of(files, folder);
  if (nic.pci.empty()) return;
  nic.vendor = hexadecimal(files, folder + "/vendor", node);
  nic.device = hexadecimal(files, folder + "/device", node);
  nic.kind = files.exists(folder + "/physfn") ? Kind::virtual_function : Kind::physical_function;
}

LinkLayer link_layer_of_port(Files& files, const RdmaEnd& end, Node& node) {
  auto text = files.read(fmt::format("/sys/class/infiniband/{}/ports/{}/link_layer", end.device.name, end.port.number));
  if (!text && passes(text.error())) note_unread(text.error(), node);
  if (!text) return LinkLayer::unknown;
  auto word = trimmed(*text);
  if (word == "Ethernet") return LinkLayer::ethernet;
  return word == "InfiniBand" ? LinkLayer::infiniband : LinkLayer::unknown;
}

void add_rdma(Files& files, const RdmaEnd& end, Nic& nic, Node& node) {
  nic.rdma_device = end.device.name;
  nic.rdma_index = end.device.index;
  nic.port = end.port.number;
  nic.link_layer = link_layer_of_port(files, end, node);
}

/// /sys shows the netdevs of the network namespace in which it was mounted, netlink those of ours.
bool is_in_sysfs(Files& files, const std::string& folder, const kernel::Link& link) {
  auto index = files.read(folder + "/ifindex");
  return index ? trimmed(*index) == std::to_string(link.ifindex) : index.error().code != ENOENT;
}

void note_elsewhere(const Nic& nic, Node& node) {
  bool is_told = std::any_of(node.problems.begin(), node.problems.end(),
                             [](const Problem& each) { return each.code == sysfs_elsewhere; });
  if (!is_told)
    node.problems.push_back(
        {profile::Severity::error, sysfs_elsewhere,
         fmt::format("/sys shows another network namespace: {} isn't in /sys/class/net as it is here, so that its "
                     "driver, its RDMA device and what is set by files can't be told. Start it where /sys was mounted "
                     "in this one (ip netns exec does, nsenter needs --mount beside --net)",
                     nic.name),
         true});
}

Nic from_link(Files& files, const kernel::Link& link, Node& node) {
  Nic nic;
  nic.name = nic.netdev = link.name;
  nic.ifindex = link.ifindex;
  nic.master = link.master;
  nic.permanent_address = link.permanent_address;
  nic.link_kind = nic.driver = link.kind;
  if (link.type == ARPHRD_ETHER) nic.link_layer = LinkLayer::ethernet;
  if (link.type == ARPHRD_INFINIBAND) nic.link_layer = LinkLayer::infiniband;
  if (nic.is_upper()) return nic;  // pods bring thousands of them: nothing more is asked
  auto folder = "/sys/class/net/" + link.name;
  nic.in_sysfs = is_in_sysfs(files, folder, link);
  if (nic.in_sysfs)
    add_hardware(files, folder, nic, node);
  else
    note_elsewhere(nic, node);
  return nic;
}

Nic from_port(Files& files, const RdmaEnd& end, Node& node) {
  Nic nic;
  nic.name = end.device.ports > 1 ? fmt::format("{}:{}", end.device.name, end.port.number) : end.device.name;
  add_hardware(files, "/sys/class/infiniband/" + end.device.name, nic, node);
  add_rdma(files, end, nic, node);
  return nic;
}

/// Settings' paths are made of names, and older kernels let an interface have the one that stands for all.
bool names_itself(const kernel::Link& link) {
  return kernel::is_plain_name(link.name) && link.name != "all" && link.name != "default";
}

Problem misnamed(const std::string& what, const std::string& name) {
  return {profile::Severity::error, "misnamed",
          fmt::format("{} is called '{}', which in a path means something else: it is left alone until it has another "
                      "name",
                      what, name)};
}

void note_rdma_unread(const kernel::Error& error, Node& node) {
  if (passes(error)) return note_unread(error, node);
  node.problems.push_back({profile::Severity::error, "rdma-unreadable", error.text()});
}

/// All RDMA ports; sets Node::rdma, and says what keeps it from being read.
std::vector<RdmaEnd> rdma_ends(kernel::Kernel& kernel, Node& node) {
  auto devices = kernel.rdma().devices();
  if (!devices) {
    if (devices.error().code == EPROTONOSUPPORT)
      node.problems.push_back(
          {profile::Severity::warning, "no-rdma",
           "RDMA isn't loaded here (no /sys/module/ib_core): the NIC's RDMA driver is missing or not "
           "loaded; RDMA settings can't be told"});
    else
      note_rdma_unread(devices.error(), node);
    return {};
  }
  node.rdma = true;
  std::vector<RdmaEnd> ends;
  for (const auto& device : *devices) {
    if (!kernel::is_plain_name(device.name)) {
      node.problems.push_back(misnamed("an RDMA device", device.name));
      continue;
    }
    auto ports = kernel.rdma().ports(device.index);
    if (!ports) {
      note_rdma_unread(ports.error(), node);
      continue;
    }
    for (const auto& port : *ports) ends.push_back({device, port});
  }
  return ends;
}

/// IPoIB: an InfiniBand port doesn't name its netdev; the netdev's device folder and dev_port do.
const kernel::Link* ipoib_of(Files& files, const RdmaEnd& end, const std::vector<kernel::Link>& links) {
  auto netdevs = files.list("/sys/class/infiniband/" + end.device.name + "/device/net");
  if (!netdevs) return nullptr;
  for (const auto& link : links) {
    if (link.type != ARPHRD_INFINIBAND || std::find(netdevs->begin(), netdevs->end(), link.name) == netdevs->end())
      continue;
    auto port = files.read("/sys/class/net/" + link.name + "/dev_port");
    if (port && trimmed(*port) == std::to_string(end.port.number - 1)) return &link;
  }
  return nullptr;
}

}  // namespace

std::string_view to_text(LinkLayer layer) {
  switch (layer) {
    case LinkLayer::ethernet:
      return "ethernet";
    case LinkLayer::infiniband:
      return "infiniband";
    case LinkLayer::unknown:
      break;
  }
  return "unknown";
}

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::physical_function:
      return "pf";
    case Kind::virtual_function:
      return "vf";
    case Kind::virtual_device:
      break;
  }
  return "virtual";
}

bool Nic::is_upper() const {
  constexpr std::array<std::string_view, 8> uppers{"macvlan", "macvtap", "ipvlan", "vlan",
                                                   "bond",    "team",    "bridge", "vrf"};
  return std::find(uppers.begin(), uppers.end(), link_kind) != uppers.end();
}

bool Nic::same_port(const Nic& other) const {
  if (!pci.empty() || !other.pci.empty()) return pci == other.pci && port == other.port;
  return ifindex != 0 ? ifindex == other.ifindex : name == other.name;
}

Node discover(kernel::Kernel& kernel) {
  Node node;
  auto& files = kernel.files();
  auto links = kernel.links().all();
  if (!links) {
    note_unread(links.error(), node);
    return node;
  }
  std::multimap<int, RdmaEnd> by_netdev;
  for (auto& end : rdma_ends(kernel, node)) {
    int netdev = end.port.netdev;
    if (const auto* ipoib = netdev == 0 ? ipoib_of(files, end, *links) : nullptr; ipoib != nullptr)
      netdev = ipoib->ifindex;
    if (netdev == 0)
      node.nics.push_back(from_port(files, end, node));
    else
      by_netdev.emplace(netdev, std::move(end));
  }
  for (const auto& link : *links) {
    if (link.type == ARPHRD_LOOPBACK) continue;
    if (!names_itself(link)) {
      node.problems.push_back(misnamed("an interface", link.name));
      continue;
    }
    auto nic = from_link(files, link, node);
    if (auto end = by_netdev.find(link.ifindex); end != by_netdev.end()) add_rdma(files, end->second, nic, node);
    nic.congestion = find_congestion_control(files, nic);
    node.nics.push_back(std::move(nic));
  }
  std::sort(node.nics.begin(), node.nics.end(), [](const Nic& a, const Nic& b) {
    return std::tie(a.pci, a.port, a.name) < std::tie(b.pci, b.port, b.name);
  });
  return node;
}

}  // namespace roced::node
