#pragma once

#include <functional>
#include <memory>

#include <netlink/msg.h>
#include <netlink/netlink.h>

#include "kernel/handle.hpp"
#include "kernel/link_message.hpp"
#include "kernel/links.hpp"

namespace roced::kernel {

/// Links by libnl-route.
class NetlinkLinks final : public Links {
 public:
  Result<Link> get(int ifindex) override;
  Result<std::vector<Link>> all() override;
  Result<std::vector<Link>> of_kinds(const std::vector<std::string_view>& kinds) override;
  Result<void> set_mtu(int ifindex, unsigned bytes) override;
  Result<std::vector<VirtualFunction>> virtual_functions(int ifindex) override;
  Result<void> set_virtual_function(int ifindex, const VirtualFunction& wanted) override;
  Result<void> set_egress(int ifindex, const std::map<std::uint32_t, std::uint32_t>& egress) override;

  /// The links of these kinds in the namespace with that id as ours counts them (IFLA_TARGET_NETNSID); -1: in ours.
  Result<std::vector<LinkMessage>> of_kinds_in(int nsid, const std::vector<std::string_view>& kinds);

 private:
  using Message = std::unique_ptr<nl_msg, Releaser<nlmsg_free>>;
  using Each = std::function<void(const nlmsghdr&)>;

  Result<void> open(const std::string& action);
  /// A request about one link, as far as its header; an `ifindex` of 0 means none. nullptr: no memory.
  static Message about(int type, int flags, int ifindex);
  /// Sends, and reads until the acknowledgement, the answer or the end of the dump.
  Result<void> talk(nl_msg* message, const std::string& action, const Each& each);
  /// Made again while the table changes under it. An empty kind, and one that the kernel doesn't know: all.
  Result<std::vector<LinkMessage>> dump(std::string_view kind, int nsid, const std::string& action);
  /// "rail0"; "link 4" where that can't be told.
  std::string name_of(int ifindex);

  std::unique_ptr<nl_sock, Releaser<nl_socket_free>> socket_;
};

}  // namespace roced::kernel
