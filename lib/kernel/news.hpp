#pragma once

#include <string>
#include <vector>

#include "kernel/error.hpp"
#include "kernel/handle.hpp"
#include "kernel/links.hpp"

namespace roced::kernel {

/// One thing that the kernel told without being asked.
struct News {
  enum class Kind {
    link,       ///< `link` is there now, new or changed
    link_gone,  ///< `link` (only ifindex and name count) is gone
    dcb,        ///< something of DCB of `link.name` was set, or tried to be
    address,    ///< an IPv4 address of the link with `link.ifindex` came or went
    netconf,    ///< rp_filter of the link with `link.ifindex` changed, by whatever way
    routing,    ///< an IPv4 route by the link with `link.ifindex` came or went; 0: an IPv4 rule did
    rdma,       ///< an RDMA device or its netdev came, went or was renamed
    lost,       ///< the socket overflowed (ENOBUFS): anything may have happened
  };
  Kind kind = Kind::lost;
  Link link;
};

/// A non-blocking netlink socket that has joined multicast groups. Bounded memory: the socket's buffer.
class Subscription {
 public:
  /// Links, DCB, IPv4 addresses and IPv4 netconf of this namespace.
  static Result<Subscription> network();
  /// IPv4 rules and routes of this namespace: on a node with many pods, or a routing daemon, they come and go often.
  static Result<Subscription> routing();
  /// RDMA_NL_GROUP_NOTIFY, which is silent before 6.12. EPROTONOSUPPORT without ib_core.
  static Result<Subscription> rdma();

  int fd() const { return fd_.get(); }
  /// All that has come, without waiting.
  std::vector<News> drain();

 private:
  Subscription(UniqueFd fd, bool is_rdma) : fd_{std::move(fd)}, is_rdma_{is_rdma} {}
  UniqueFd fd_;
  bool is_rdma_;
};

}  // namespace roced::kernel
