#pragma once

#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "fake/fake_kernel.hpp"
#include "kernel/handle.hpp"
#include "kernel/kernel.hpp"

namespace roced::contract {

/// Where a test body runs: both have the same methods, one on the fake kernel, one on the real one. missing() says why
/// a test can't run here.
class FakeWorld {
 public:
  static std::optional<std::string> missing(const std::string& /*kind*/ = "macvlan") { return {}; }
  kernel::Kernel& kernel() { return fake_.kernel(); }

  /// An Ethernet link that is up; its ifindex.
  int add_link(const std::string& name);
  /// A macvlan or VLAN child; its ifindex.
  int add_child(const std::string& name, const std::string& parent, const std::string& kind);
  void remove_link(const std::string& name) { fake_.remove(name); }
  void add_namespace(const std::string& name) { fake_.add_namespace(name); }
  /// Made here and moved there, which gives the namespace an id.
  void move_child_in(const std::string& netns, const std::string& name, const std::string& parent);
  /// Made in the namespace at once, which then has no id here.
  void add_child_in(const std::string& netns, const std::string& name, const std::string& parent) {
    move_child_in(netns, name, parent);
  }
  /// Its parent is over there.
  void add_foreign_child_in(const std::string& netns, const std::string& name);

 private:
  fake::FakeKernel fake_;
};

/// A network namespace of its own, while it lives.
class RealWorld {
 public:
  static std::optional<std::string> missing(const std::string& kind = "macvlan");
  RealWorld();
  ~RealWorld();
  RealWorld(const RealWorld&) = delete;
  RealWorld& operator=(const RealWorld&) = delete;
  kernel::Kernel& kernel() { return kernel_; }

  int add_link(const std::string& name);
  int add_child(const std::string& name, const std::string& parent, const std::string& kind);
  void remove_link(const std::string& name);
  void add_namespace(const std::string& name);
  void add_child_in(const std::string& netns, const std::string& name, const std::string& parent);
  void move_child_in(const std::string& netns, const std::string& name, const std::string& parent);
  void add_foreign_child_in(const std::string& netns, const std::string& name);

 private:
  kernel::UniqueFd home_;
  kernel::Kernel kernel_;
  std::vector<std::string> namespaces_;
};

/// DCB and RDMA live in the node's first namespace: rt0 of the test module, and soft RoCE on a veth.
class FakeNode {
 public:
  static constexpr const char* netdev = "rt0";
  static std::optional<std::string> missing_dcb() { return {}; }
  static std::optional<std::string> missing_rdma() { return {}; }
  FakeNode();
  kernel::Kernel& kernel() { return fake_.kernel(); }
  /// Soft RoCE "rxe_test" on it; the netdev's ifindex.
  int add_rdma();
  void add_namespace() { fake_.add_namespace("roced_contract"); }

 private:
  fake::FakeKernel fake_;
};

class RealNode {
 public:
  static constexpr const char* netdev = "rt0";
  static std::optional<std::string> missing_dcb();
  static std::optional<std::string> missing_rdma();
  RealNode() : kernel_{kernel::running_kernel()} {}
  ~RealNode();
  RealNode(const RealNode&) = delete;
  RealNode& operator=(const RealNode&) = delete;
  kernel::Kernel& kernel() { return kernel_; }
  int add_rdma();
  void add_namespace();

 private:
  kernel::Kernel kernel_;
  bool has_rdma_ = false;
  bool has_namespace_ = false;
};

/// Runs a command of iproute2; the test fails where it fails.
void run(const std::string& command);
bool succeeds(const std::string& command);

}  // namespace roced::contract

/// Leaves the test, with the reason, where this machine can't run it.
#define SKIP_IF(reason)               \
  if (auto missing = (reason)) {      \
    MESSAGE("skipped: " << *missing); \
    return;                           \
  }
