#pragma once

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fake/fake_kernel.hpp"
#include "fake/faults.hpp"
#include "fake/tree.hpp"

namespace roced::fake {

struct FakeLink {
  kernel::Link link;
  unsigned mtu_min = 68;
  unsigned mtu_max = 65535;
  std::vector<kernel::VirtualFunction> functions = {};
};

struct FakeDevice {
  kernel::RdmaDevice device;
  std::map<unsigned, kernel::RdmaPort> ports;
  unsigned most_mtu = 4096;
  kernel::GidTable gids = {};
  std::vector<kernel::QueuePair> queue_pairs;
  std::vector<kernel::UserContext> contexts;
};

/// The node behind a FakeKernel; its parts work on it.
struct State {
  Faults faults;
  Tree tree;
  std::list<FakeLink> links;                   // a reference to one outlives the others
  std::map<std::string, DcbPort> dcb;          ///< by netdev
  std::map<std::string, kernel::Pause> pause;  ///< by netdev
  std::vector<kernel::Address> addresses;
  std::vector<kernel::Rule> rules;
  std::vector<kernel::Route> routes;
  bool has_rdma = true;
  kernel::RdmaSystem rdma_system{.netns_mode = kernel::NetnsMode::shared, .monitor = true};
  std::map<std::string, FakeDevice> devices;
  unsigned next_device = 0;
  std::map<std::string, std::vector<kernel::Link>> namespaces;
  unsigned unnamed_namespaces = 0;
  std::function<kernel::Result<void>(const std::string&)> make_folder;  ///< configfs, where a test has one

  FakeLink* find(int ifindex) {
    auto found =
        std::find_if(links.begin(), links.end(), [&](const auto& each) { return each.link.ifindex == ifindex; });
    return found == links.end() ? nullptr : &*found;
  }
  FakeLink* find(const std::string& name) {
    auto found = std::find_if(links.begin(), links.end(), [&](const auto& each) { return each.link.name == name; });
    return found == links.end() ? nullptr : &*found;
  }
};

std::unique_ptr<kernel::Files> fake_files(State& state);
std::unique_ptr<kernel::Links> fake_links(State& state);
std::unique_ptr<kernel::Dcb> fake_dcb(State& state);
std::unique_ptr<kernel::Rdma> fake_rdma(State& state);
std::unique_ptr<kernel::Namespaces> fake_namespaces(State& state);
std::unique_ptr<kernel::Ethtool> fake_ethtool(State& state);
std::unique_ptr<kernel::Routing> fake_routing(State& state);

/// What /sys and /proc show of a node without NICs, of a NIC, of any other link.
void add_node_files(State& state);
void add_nic_files(State& state, const Nic& nic, const kernel::Link& link);
void add_link_files(State& state, const kernel::Link& link);
void remove_files(State& state, const std::string& netdev);
void rename_files(State& state, const std::string& netdev, const std::string& name);

/// How a file with a number takes what is written to it: decimal or 0x, kept as "26\n"; EINVAL for anything else.
int store_number(std::string_view written, std::string& content);

/// As a person reads it: "0x08".
std::string hexadecimal(unsigned value);
/// "dscp 26=3"; "selector 3 4791=3" for others.
std::string app_text(const kernel::App& app);

}  // namespace roced::fake
