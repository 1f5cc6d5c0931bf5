#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fake/faults.hpp"
#include "kernel/kernel.hpp"

namespace roced::fake {

/// One port of a network card. add_nic() makes of it what a node would show: the link, its folders in /sys/class/net,
/// /sys/class/infiniband and /proc/sys/net/ipv4/conf, its DCB state, its RDMA device and port.
struct Nic {
  std::string name = {};
  int ifindex = 0;       ///< 0: the next free one
  std::string pci = {};  ///< "0000:5e:00.0"; empty: a virtual interface, without /sys/class/net/NAME/device
  std::string driver = "mlx5_core";
  std::string vendor = "0x15b3";
  std::string device = "0x1021";
  std::string rdma = {};  ///< "mlx5_0"; empty: no RDMA device. A second port of one that is there: give it `port` 2
  unsigned port = 1;
  bool infiniband = false;  ///< an InfiniBand port, and its IPoIB interface; no DCB, no ECN
  std::string physfn = {};  ///< the PCI address of the physical function: this one is virtual; no DCB, no ECN
  int master = 0;           ///< ifindex of its bond
  std::string permanent_address = {};
  unsigned mtu = 1500;
  unsigned mtu_min = 68;
  unsigned mtu_max = 9978;
  bool carrier = true;
  bool dcb = true;
  bool ecn = true;             ///< MLNX_OFED's files are there
  std::uint8_t ecn_rp = 0xff;  ///< roce_rp/enable, a bit a priority
  std::uint8_t ecn_np = 0xff;  ///< roce_np/enable
  bool np_portwide = true;     ///< the files of roce_np/enable are one switch
  unsigned arp_ignore = 0;
  unsigned arp_announce = 0;
  unsigned rp_filter = 0;
};

/// DCB of one netdev as its driver keeps it. Change it at will.
struct DcbPort : kernel::DcbState {
  /// As mlx5 is after it loads.
  DcbPort();

  bool mlx5_apps = true;      ///< DSCP entries only, a new priority replaces the old; else the core's list
  bool dcbx_refused = false;  ///< SDCBX is answered with "no"
};

/// A node in memory, with the semantics of the kernel and of mlx5 as far as roced leans on them. The same tests run on
/// it and on the real kernel (tests/contract).
class FakeKernel {
 public:
  /// An empty node with RDMA (shared mode, monitor), a loopback link, and net/ipv4/conf/all.
  FakeKernel();
  ~FakeKernel();
  FakeKernel(const FakeKernel&) = delete;
  FakeKernel& operator=(const FakeKernel&) = delete;

  kernel::Kernel& kernel();

  // --- What the node has. Nothing of this counts as an operation.

  /// Its ifindex.
  int add_nic(const Nic& nic);
  /// Any other link (macvlan, vlan, bond, veth), with its folders in /sys/class/net and net/ipv4/conf. Its ifindex;
  /// `link.ifindex` 0: the next free one. A child without `mtu` inherits its parent's.
  int add_link(kernel::Link link, unsigned mtu_min = 68, unsigned mtu_max = 65535);
  /// The link, its folders, its DCB and its RDMA port are gone, as after hot-unplug.
  void remove(const std::string& netdev);
  /// The same ifindex under another name.
  void rename(const std::string& netdev, const std::string& name);
  /// For tests to change: MTU, carrier, master. Throws std::out_of_range.
  kernel::Link& link(const std::string& netdev);
  DcbPort& dcb(const std::string& netdev);
  std::vector<kernel::VirtualFunction>& virtual_functions(const std::string& netdev);
  kernel::Pause& pause(const std::string& netdev);
  std::vector<kernel::Address>& addresses();
  std::vector<kernel::Rule>& rules();
  std::vector<kernel::Route>& routes();
  /// What becomes of mkdir(2): configfs fills a folder that is made. Without it folders stay empty.
  void on_make_folder(std::function<kernel::Result<void>(const std::string&)> hook);

  void add_namespace(const std::string& name);
  /// A link in namespace `name` (made where it isn't) with its parent here: `child.parent` is an ifindex of this node.
  void add_child(const std::string& name, kernel::Link child);
  /// Its links, for tests to look at.
  std::vector<kernel::Link>& children(const std::string& name);
  void remove_namespace(const std::string& name);
  /// Others than those with a name, as PrivateNetwork=yes makes them: the RDMA netns mode can't be changed (EBUSY).
  void set_unnamed_namespaces(unsigned count);

  /// A node without ib_core: every request of Rdma is EPROTONOSUPPORT.
  void without_rdma();
  kernel::RdmaSystem& rdma_system();
  void add_queue_pair(const std::string& rdma, std::uint8_t type, int pid, std::string command = {});
  /// A process that has opened the device and has no queue pair there.
  void add_context(const std::string& rdma, int pid);
  /// No job uses any device any more.
  void clear_queue_pairs();
  kernel::GidTable& gids(const std::string& rdma);

  /// What a write makes of a file. It answers 0 or an errno.
  using Store = std::function<int(std::string_view written, std::string& content)>;
  /// Folders come by themselves. Without `store` the file keeps what is written to it.
  void add_file(const std::string& path, std::string content, Store store = {});
  /// Decimal or 0x, kept as "26\n"; EINVAL for anything else.
  void add_number(const std::string& path, std::uint64_t number);
  void add_folder(const std::string& path);
  void add_symlink(const std::string& path, std::string target);
  /// A file, or a folder with all in it.
  void remove_file(const std::string& path);
  /// The content as it is now; nullopt: no such file.
  std::optional<std::string> file(const std::string& path) const;

  /// Everything that can be written, by name: "mtu of ens1" is "9000", "/proc/sys/net/ipv4/conf/ens1/arp_ignore" is
  /// "1\n". For comparing before with after.
  std::map<std::string, std::string> values() const;

  // --- Faults. `what` is what Operation::matches() takes: "mtu", "pfc", a netdev, a path, "" for all.

  void fail_write(std::string what, int code, Fault fault = {});
  void fail_read(std::string what, int code, Fault fault = {});
  /// Says that it went well, and does nothing.
  void ignore_write(std::string what, Fault fault = {});
  void clear_faults();
  /// Called before each operation, faults or not. It may change the node.
  void before(std::function<void(const Operation&)> hook);

  // --- What was asked.

  std::size_t reads(std::string_view what = "") const;
  std::size_t writes(std::string_view what = "") const;
  const std::vector<Operation>& operations() const;
  /// Operation::text() of the writes, in their order; those too that failed or were ignored.
  std::vector<std::string> written() const;
  void forget_operations();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace roced::fake
