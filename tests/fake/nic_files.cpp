#include <cerrno>
#include <charconv>

#include <fmt/format.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

constexpr int priorities = 8;

void add_configuration(Tree& tree, const std::string& name, unsigned arp_ignore, unsigned arp_announce,
                       unsigned rp_filter) {
  auto folder = "/proc/sys/net/ipv4/conf/" + name;
  tree.add_file(folder + "/arp_ignore", std::to_string(arp_ignore) + "\n", store_number);
  tree.add_file(folder + "/arp_announce", std::to_string(arp_announce) + "\n", store_number);
  tree.add_file(folder + "/rp_filter", std::to_string(rp_filter) + "\n", store_number);
  for (const char* key : {"arp_filter", "arp_notify", "accept_local"})
    tree.add_file(fmt::format("{}/{}", folder, key), "0\n", store_number);
}

void add_netdev(Tree& tree, const kernel::Link& link, const std::string& folder) {
  tree.add_file(folder + "/ifindex", fmt::format("{}\n", link.ifindex), {});
  tree.add_file(folder + "/type", fmt::format("{}\n", link.type), {});
  tree.add_file(folder + "/address", link.address + "\n", {});
}

const char* bit_text(bool on) { return on ? "1\n" : "0\n"; }

/// MLNX_OFED's: any number, of which the lowest bit counts.
int store_bit(std::string_view written, std::string& content) {
  std::string number;
  if (int code = store_number(written, number); code != 0) return code;
  content = bit_text((number[number.size() - 2] - '0') % 2 == 1);
  return 0;
}

void add_ecn(Tree& tree, const std::string& folder, const Nic& nic) {
  std::vector<std::string> np_files;
  for (int priority = 0; priority < priorities; ++priority) {
    auto rp_file = fmt::format("{}/ecn/roce_rp/enable/{}", folder, priority);
    tree.add_file(rp_file, bit_text((nic.ecn_rp >> priority & 1) != 0), store_bit);
    np_files.push_back(fmt::format("{}/ecn/roce_np/enable/{}", folder, priority));
    if (!nic.np_portwide) tree.add_file(np_files.back(), bit_text((nic.ecn_np >> priority & 1) != 0), store_bit);
  }
  for (const char* name : {"min_time_between_cnps", "cnp_dscp", "cnp_802p_prio"})
    tree.add_file(fmt::format("{}/ecn/roce_np/{}", folder, name), "4\n", store_number);
  for (const char* name : {"rpg_ai_rate", "rpg_hai_rate", "rpg_max_rate", "dce_tcp_g", "initial_alpha_value"})
    tree.add_file(fmt::format("{}/ecn/roce_rp/{}", folder, name), "5\n", store_number);
  if (nic.np_portwide) tree.add_files(np_files, bit_text(nic.ecn_np != 0), store_bit);
}

void add_function(Tree& tree, const Nic& nic) {
  auto folder = "/sys/devices/pci0000:00/" + nic.pci;
  tree.add_symlink("/sys/bus/pci/devices/" + nic.pci, "../../../devices/pci0000:00/" + nic.pci);
  tree.add_file(folder + "/vendor", nic.vendor + "\n", {});
  tree.add_file(folder + "/device", nic.device + "\n", {});
  tree.add_folder("/sys/bus/pci/drivers/" + nic.driver);
  tree.add_symlink(folder + "/driver", "../../../bus/pci/drivers/" + nic.driver);
  if (!nic.physfn.empty()) tree.add_symlink(folder + "/physfn", "../" + nic.physfn);
}

void add_device(Tree& tree, const Nic& nic) {
  auto folder = "/sys/devices/virtual/infiniband/" + nic.rdma;
  std::string target = "../../devices/virtual/infiniband/" + nic.rdma;
  if (!nic.pci.empty()) {
    folder = fmt::format("/sys/devices/pci0000:00/{}/infiniband/{}", nic.pci, nic.rdma);
    target = fmt::format("../../devices/pci0000:00/{}/infiniband/{}", nic.pci, nic.rdma);
    tree.add_symlink(folder + "/device", "../../../" + nic.pci);
  }
  tree.add_symlink("/sys/class/infiniband/" + nic.rdma, target);
  auto port = fmt::format("{}/ports/{}", folder, nic.port);
  tree.add_file(port + "/link_layer", nic.infiniband ? "InfiniBand\n" : "Ethernet\n", {});
  tree.add_file(port + "/state", nic.carrier ? "4: ACTIVE\n" : "1: DOWN\n", {});
}

}  // namespace

int store_number(std::string_view written, std::string& content) {
  auto text = kernel::trimmed(written);
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size()) return EINVAL;
  content = std::to_string(number) + "\n";
  return 0;
}

void add_link_files(State& state, const kernel::Link& link) {
  auto folder = "/sys/devices/virtual/net/" + link.name;
  state.tree.add_symlink("/sys/class/net/" + link.name, "../../devices/virtual/net/" + link.name);
  add_netdev(state.tree, link, folder);
  add_configuration(state.tree, link.name, 0, 0, 0);
}

void add_node_files(State& state) {
  auto& tree = state.tree;
  add_configuration(tree, "all", 0, 0, 0);
  tree.add_folder("/sys/class/infiniband");
  tree.add_folder("/sys/bus/pci/devices");
  tree.add_file("/sys/module/ib_core/parameters/netns_mode", "Y\n", {});
  tree.add_file("/proc/net/route",
                "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n", {});
  tree.add_file("/proc/sys/kernel/random/boot_id", "6f1c3a52-0d0b-4b6e-9d5e-2f1f3b1f7a10\n", {});
  tree.add_folder("/etc/modprobe.d");
}

void remove_files(State& state, const std::string& netdev) {
  auto link = "/sys/class/net/" + netdev;
  if (auto target = state.tree.target(link)) state.tree.remove("/sys/class/net/" + *target);
  state.tree.remove(link);
  state.tree.remove("/proc/sys/net/ipv4/conf/" + netdev);
}

void rename_files(State& state, const std::string& netdev, const std::string& name) {
  auto link = "/sys/class/net/" + netdev;
  auto target = state.tree.target(link);
  if (!target) return;
  auto renamed = target->substr(0, target->rfind('/') + 1) + name;
  state.tree.rename("/sys/class/net/" + *target, "/sys/class/net/" + renamed);
  state.tree.remove(link);
  state.tree.add_symlink("/sys/class/net/" + name, renamed);
  state.tree.rename("/proc/sys/net/ipv4/conf/" + netdev, "/proc/sys/net/ipv4/conf/" + name);
}

void add_nic_files(State& state, const Nic& nic, const kernel::Link& link) {
  auto& tree = state.tree;
  add_link_files(state, link);
  auto folder = "/sys/devices/virtual/net/" + nic.name;
  if (!nic.pci.empty()) {
    tree.remove(folder);
    folder = fmt::format("/sys/devices/pci0000:00/{}/net/{}", nic.pci, nic.name);
    tree.add_symlink("/sys/class/net/" + nic.name,
                     fmt::format("../../devices/pci0000:00/{}/net/{}", nic.pci, nic.name));
    add_netdev(tree, link, folder);
    tree.add_symlink(folder + "/device", "../../../" + nic.pci);
    add_function(tree, nic);
  }
  tree.add_file(folder + "/dev_port", fmt::format("{}\n", nic.port - 1), {});
  add_configuration(tree, nic.name, nic.arp_ignore, nic.arp_announce, nic.rp_filter);
  if (nic.ecn && !nic.infiniband && nic.physfn.empty()) add_ecn(tree, folder, nic);
  if (!nic.rdma.empty()) add_device(tree, nic);
}

}  // namespace roced::fake
