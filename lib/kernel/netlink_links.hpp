#pragma once

#include <functional>
#include <memory>

#include <netlink/netlink.h>
#include <netlink/route/link.h>

#include "kernel/handle.hpp"
#include "kernel/links.hpp"

namespace roced::kernel {

/// What libnl knows of a link, in our shape.
Link from_rtnl(rtnl_link* link);

/// Links by libnl-route.
class NetlinkLinks final : public Links {
 public:
  Result<Link> get(int ifindex) override;
  Result<std::vector<Link>> all() override;
  Result<std::vector<Link>> of_kind(std::string_view kind) override;
  Result<void> set_mtu(int ifindex, unsigned bytes) override;

  /// The links of one kind in the namespace with that id as ours counts them (IFLA_TARGET_NETNSID); each with the id,
  /// as counted over there, of the namespace that its parent is in.
  struct Distant {
    Link link;
    int parent_ifindex = 0;
    int parent_netns = -1;
  };
  Result<std::vector<Distant>> of_kind_in(int nsid, std::string_view kind);

 private:
  using Message = std::unique_ptr<nl_msg, Releaser<nlmsg_free>>;
  using Each = std::function<void(rtnl_link*)>;

  Result<void> open(const std::string& action);
  /// Sends, and reads until the acknowledgement or the end of the dump.
  Result<void> talk(nl_msg* message, const std::string& action, const Each& each);
  Result<void> dump(std::string_view kind, int nsid, const std::string& action, const Each& each);

  std::unique_ptr<nl_sock, Releaser<nl_socket_free>> socket_;
};

}  // namespace roced::kernel
