#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernel/kernel.hpp"
#include "kernel/process.hpp"

namespace roced::node {

/// A macvlan or VLAN on one of our links, perhaps in another network namespace.
struct Child {
  kernel::Link link;
  std::string netns;  ///< its name under /run/netns; empty for ours
};

struct Children {
  std::vector<Child> all;
  std::vector<kernel::Error> blind;  ///< namespaces that couldn't be looked into
};

/// Which way IPv4 packets take.
struct Routing {
  std::vector<kernel::Address> addresses;
  std::vector<kernel::Rule> rules;
  std::vector<kernel::Route> routes;
};

/// The node at one moment: each table and each file is fetched when somebody first asks for it, and once. To look
/// again, make a new one.
class Snapshot {
 public:
  explicit Snapshot(kernel::Kernel& kernel) : kernel_{kernel} {}

  const kernel::Result<kernel::Link>& link(int ifindex);
  const kernel::Result<std::vector<kernel::VirtualFunction>>& virtual_functions(int ifindex);
  const kernel::Result<kernel::DcbState>& dcb(const std::string& netdev);
  const kernel::Result<kernel::RdmaSystem>& rdma_system();
  const kernel::Result<std::vector<kernel::RdmaDevice>>& rdma_devices();
  const kernel::Result<kernel::PortMtu>& rdma_mtu(const std::string& device, unsigned port);
  const kernel::Result<kernel::GidTable>& gids(const std::string& device, unsigned port);
  const kernel::Result<std::vector<kernel::QueuePair>>& queue_pairs();
  const kernel::Result<std::vector<kernel::UserContext>>& contexts();
  /// Not kept: who asks has a process that may be gone.
  kernel::Process process(int pid) { return kernel::process(kernel_.files(), pid); }
  const kernel::Result<std::string>& file(const std::string& path);
  const kernel::Result<std::vector<std::string>>& list(const std::string& path);
  const kernel::Result<std::string>& target(const std::string& path);
  bool exists(const std::string& path);
  /// From now on, the path of each file that is asked for is put there too; nullptr ends it.
  void note_files(std::set<std::string>* paths) { looked_into_ = paths; }
  const kernel::Result<Children>& children();
  const kernel::Result<Routing>& routing();
  const kernel::Result<kernel::Pause>& pause(const std::string& netdev);

 private:
  kernel::Kernel& kernel_;
  std::unordered_map<int, kernel::Result<kernel::Link>> links_;
  std::unordered_map<int, kernel::Result<std::vector<kernel::VirtualFunction>>> virtual_functions_;
  std::unordered_map<std::string, kernel::Result<kernel::DcbState>> dcb_;
  std::unordered_map<std::string, kernel::Result<std::string>> files_;
  std::unordered_map<std::string, kernel::Result<std::vector<std::string>>> lists_;
  std::unordered_map<std::string, kernel::Result<std::string>> targets_;
  std::map<std::pair<std::string, unsigned>, kernel::Result<kernel::PortMtu>> rdma_mtus_;
  std::map<std::pair<std::string, unsigned>, kernel::Result<kernel::GidTable>> gids_;
  std::unordered_map<std::string, bool> existing_;
  std::unordered_map<std::string, kernel::Result<kernel::Pause>> pauses_;
  std::optional<kernel::Result<kernel::RdmaSystem>> rdma_system_;
  std::optional<kernel::Result<std::vector<kernel::RdmaDevice>>> rdma_devices_;
  std::optional<kernel::Result<std::vector<kernel::QueuePair>>> queue_pairs_;
  std::optional<kernel::Result<std::vector<kernel::UserContext>>> contexts_;
  std::set<std::string>* looked_into_ = nullptr;
  std::optional<kernel::Result<Children>> children_;
  std::optional<kernel::Result<Routing>> routing_;
};

}  // namespace roced::node
