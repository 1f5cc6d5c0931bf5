#include "node/snapshot.hpp"

#include <iterator>
#include <string_view>

namespace roced::node {
namespace {

kernel::Result<Children> fetch_children(kernel::Kernel& kernel) {
  // In this order: 8021q is loaded where VLANs are, macvlan where pods run.
  const std::vector<std::string_view> kinds{"vlan", "macvlan"};
  Children children;
  auto here = kernel.links().of_kinds(kinds);
  if (!here) return tl::unexpected{here.error()};
  for (auto& link : *here) children.all.push_back({std::move(link), {}});
  auto names = kernel.namespaces().names();
  if (!names) return tl::unexpected{names.error()};
  for (const auto& name : *names) {
    auto links = kernel.namespaces().children_in(name, kinds);
    if (!links && links.error().code != ENOENT) children.blind.push_back(links.error());
    if (!links) continue;  // ENOENT: gone meanwhile, nothing to see
    for (auto& link : *links) children.all.push_back({std::move(link), name});
  }
  return children;
}

kernel::Result<Routing> fetch_routing(kernel::Routing& kernel) {
  auto addresses = kernel.addresses();
  if (!addresses) return tl::unexpected{addresses.error()};
  auto rules = kernel.rules();
  if (!rules) return tl::unexpected{rules.error()};
  auto routes = kernel.routes();
  if (!routes) return tl::unexpected{routes.error()};
  return Routing{std::move(*addresses), std::move(*rules), std::move(*routes)};
}

/// The value kept under a key, made by `fetch` at the first question.
template <typename Map, typename Key, typename Fetch>
const typename Map::mapped_type& once(Map& map, const Key& key, Fetch fetch) {
  auto found = map.find(key);
  if (found == map.end()) found = map.emplace(key, fetch()).first;
  return found->second;
}

}  // namespace

const kernel::Result<kernel::Link>& Snapshot::link(int ifindex) {
  return once(links_, ifindex, [&] { return kernel_.links().get(ifindex); });
}

const kernel::Result<std::vector<kernel::VirtualFunction>>& Snapshot::virtual_functions(int ifindex) {
  return once(virtual_functions_, ifindex, [&] { return kernel_.links().virtual_functions(ifindex); });
}

const kernel::Result<kernel::DcbState>& Snapshot::dcb(const std::string& netdev) {
  return once(dcb_, netdev, [&] { return kernel_.dcb().get(netdev); });
}

const kernel::Result<std::string>& Snapshot::file(const std::string& path) {
  if (looked_into_ != nullptr) looked_into_->insert(path);
  return once(files_, path, [&] { return kernel_.files().read(path); });
}

const kernel::Result<std::vector<std::string>>& Snapshot::list(const std::string& path) {
  return once(lists_, path, [&] { return kernel_.files().list(path); });
}

const kernel::Result<std::string>& Snapshot::target(const std::string& path) {
  return once(targets_, path, [&] { return kernel_.files().target(path); });
}

bool Snapshot::exists(const std::string& path) {
  return once(existing_, path, [&] { return kernel_.files().exists(path); });
}

const kernel::Result<kernel::Pause>& Snapshot::pause(const std::string& netdev) {
  return once(pauses_, netdev, [&] { return kernel_.ethtool().pause(netdev); });
}

const kernel::Result<kernel::RdmaSystem>& Snapshot::rdma_system() {
  if (!rdma_system_) rdma_system_ = kernel_.rdma().system();
  return *rdma_system_;
}

const kernel::Result<std::vector<kernel::RdmaDevice>>& Snapshot::rdma_devices() {
  if (!rdma_devices_) rdma_devices_ = kernel_.rdma().devices();
  return *rdma_devices_;
}

const kernel::Result<kernel::PortMtu>& Snapshot::rdma_mtu(const std::string& device, unsigned port) {
  return once(rdma_mtus_, std::pair{device, port}, [&] { return kernel_.rdma().mtu(device, port); });
}

const kernel::Result<kernel::GidTable>& Snapshot::gids(const std::string& device, unsigned port) {
  return once(gids_, std::pair{device, port}, [&] { return kernel_.rdma().gids(device, port); });
}

const kernel::Result<std::vector<kernel::QueuePair>>& Snapshot::queue_pairs() {
  if (!queue_pairs_) queue_pairs_ = kernel_.rdma().queue_pairs();
  return *queue_pairs_;
}

const kernel::Result<std::vector<kernel::UserContext>>& Snapshot::contexts() {
  if (!contexts_) contexts_ = kernel_.rdma().contexts();
  return *contexts_;
}

const kernel::Result<Children>& Snapshot::children() {
  if (!children_) children_ = fetch_children(kernel_);
  return *children_;
}

const kernel::Result<Routing>& Snapshot::routing() {
  if (!routing_) routing_ = fetch_routing(kernel_.routing());
  return *routing_;
}

}  // namespace roced::node
