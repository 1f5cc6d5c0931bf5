#include "world.hpp"

#include <cstdlib>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <unistd.h>

namespace roced::contract {

bool succeeds(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;  // NOLINT(cert-env33-c): a test's own words
}

void run(const std::string& command) {
  INFO(command);
  REQUIRE(std::system(command.c_str()) == 0);  // NOLINT(cert-env33-c)
}

namespace {

int index_of(const std::string& name) { return static_cast<int>(if_nametoindex(name.c_str())); }

std::optional<std::string> not_root() {
  if (geteuid() != 0) return "not root";
  return {};
}

}  // namespace

int FakeWorld::add_link(const std::string& name) {
  kernel::Link link;
  link.name = name;
  link.kind = "veth";
  link.carrier = true;
  return fake_.add_link(link);
}

int FakeWorld::add_child(const std::string& name, const std::string& parent, const std::string& kind) {
  kernel::Link link;
  link.name = name;
  link.kind = kind;
  link.parent = fake_.link(parent).ifindex;
  return fake_.add_link(link, kind == "vlan" ? 0 : 68, 65535);
}

void FakeWorld::move_child_in(const std::string& netns, const std::string& name, const std::string& parent) {
  kernel::Link link;
  link.name = name;
  link.parent = fake_.link(parent).ifindex;
  fake_.add_child(netns, link);
}

void FakeWorld::add_foreign_child_in(const std::string& netns, const std::string& name) {
  kernel::Link link;
  link.name = name;
  fake_.add_child(netns, link);
}

std::optional<std::string> RealWorld::missing(const std::string& kind) {
  if (auto why = not_root()) return why;
  const std::string veth = "ip link add rail0 type veth peer name rail0p";
  if (!succeeds("unshare --net " + veth)) return "no network namespaces or veth";
  auto child = "ip link add pod0 " + std::string{kind == "bridge" ? "" : "link rail0 "} + "type " + kind +
               (kind == "vlan" ? " id 5" : "");
  if (!succeeds("unshare --net sh -c '" + veth + " && " + child + "'")) return "no " + kind;
  return {};
}

RealWorld::RealWorld()
    : home_{open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)}, kernel_{kernel::running_kernel()} {
  REQUIRE(unshare(CLONE_NEWNET) == 0);
}

RealWorld::~RealWorld() {
  for (const auto& name : namespaces_) succeeds("ip netns delete " + name);
  CHECK(setns(home_.get(), CLONE_NEWNET) == 0);
}

int RealWorld::add_link(const std::string& name) {
  run("ip link add " + name + " type veth peer name " + name + "p");
  run("ip link set " + name + "p up");
  run("ip link set " + name + " up");
  return index_of(name);
}

int RealWorld::add_child(const std::string& name, const std::string& parent, const std::string& kind) {
  run("ip link add " + name + " link " + parent + " type " + kind + (kind == "vlan" ? " id 5" : " mode bridge"));
  return index_of(name);
}

void RealWorld::remove_link(const std::string& name) { run("ip link delete " + name); }

void RealWorld::add_namespace(const std::string& name) {
  namespaces_.push_back(name);
  run("ip netns add " + name);
}

void RealWorld::move_child_in(const std::string& netns, const std::string& name, const std::string& parent) {
  run("ip link add moving link " + parent + " type macvlan mode bridge");
  run("ip link set moving netns " + netns + " name " + name);
}

void RealWorld::add_child_in(const std::string& netns, const std::string& name, const std::string& parent) {
  run("ip link add link " + parent + " netns " + netns + " name " + name + " type macvlan mode bridge");
}

void RealWorld::add_foreign_child_in(const std::string& netns, const std::string& name) {
  run("ip -n " + netns + " link add other type veth peer name otherp");
  run("ip -n " + netns + " link add " + name + " link other type macvlan mode bridge");
}

FakeNode::FakeNode() { fake_.add_nic({.name = netdev, .pci = "0000:5e:00.0"}); }

int FakeNode::add_rdma() { return fake_.add_nic({.name = "rxe_port", .rdma = "rxe_test"}); }

std::optional<std::string> RealNode::missing_dcb() {
  if (auto why = not_root()) return why;
  if (index_of(netdev) == 0) return "no test module (rt0)";
  return {};
}

std::optional<std::string> RealNode::missing_rdma() {
  if (auto why = not_root()) return why;
  succeeds("modprobe rdma_rxe");
  if (!succeeds("test -e /sys/module/rdma_rxe")) return "no soft RoCE (rdma_rxe)";
  return {};
}

int RealNode::add_rdma() {
  has_rdma_ = true;
  run("ip link add rxe_port type veth peer name rxe_peer");
  run("ip link set rxe_peer up");
  run("ip link set rxe_port up");
  run("rdma link add rxe_test type rxe netdev rxe_port");
  return index_of("rxe_port");
}

void RealNode::add_namespace() {
  has_namespace_ = true;
  run("ip netns add roced_contract");
}

RealNode::~RealNode() {
  if (has_rdma_) succeeds("rdma link delete rxe_test; ip link delete rxe_port");
  if (has_namespace_) succeeds("ip netns delete roced_contract");
}

}  // namespace roced::contract
