#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.hpp"

namespace roced::fake {

/// One call to the fake kernel.
///
/// Reads: "link", "links", "links_of_kinds", "dcb", "rdma_system", "rdma_devices", "rdma_ports", "queue_pairs",
/// "contexts", "changed", "namespaces", "children", "file", "list", "target", "exists". Writes: "mtu", "pfc", "ets",
/// "maxrate", "buffer", "app", "app_del", "app_trust", "dcbx", "netns_mode", "file", "replace".
struct Operation {
  bool write = false;
  std::string what;
  std::string of;     ///< a netdev's name, a namespace's, an RDMA device's index, a kind of link, a path; empty for all
  std::string value;  ///< what was written, as text: "9000", "0x08", "dscp 26=3", "shared"

  bool matches(std::string_view name) const { return name.empty() || name == what || name == of; }
  /// "mtu of ens1: 9000"
  std::string text() const;
};

/// Narrows what fail_write() and its like do.
struct Fault {
  std::string of = {};      ///< only where Operation::of is this
  int after = 0;            ///< so many pass before it
  int times = -1;           ///< so many are hit; -1: all from there on
  std::string detail = {};  ///< Error::detail
};

/// What goes wrong, and what was asked.
class Faults {
 public:
  void fail(bool write, std::string what, int code, Fault fault);
  void ignore(std::string what, Fault fault);
  void clear() { rules_.clear(); }

  /// Writes the operation down, then says whether it shall take effect: true; false: do nothing and say that it went
  /// well.
  kernel::Result<bool> pass(const Operation& operation, const std::string& action);

  std::size_t count(bool write, std::string_view what) const;

  std::vector<Operation> log;
  std::function<void(const Operation&)> before;

 private:
  struct Rule {
    bool write;
    std::string what;
    int code;  ///< 0: ignored
    Fault fault;
  };
  std::vector<Rule> rules_;
};

}  // namespace roced::fake
