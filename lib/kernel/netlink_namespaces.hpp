#pragma once

#include "kernel/namespaces.hpp"
#include "kernel/netlink.hpp"
#include "kernel/netlink_links.hpp"

namespace roced::kernel {

/// By which id a namespace is known here (RTM_NEWNSID, linux/net_namespace.h); -1: by none.
int parse_namespace_id(const nlmsghdr& header);

class NetlinkNamespaces final : public Namespaces {
 public:
  using Kinds = std::vector<std::string_view>;

  NetlinkNamespaces();

  Result<std::vector<std::string>> names() override;
  Result<std::vector<Link>> children_in(const std::string& name, const Kinds& kinds) override;

 private:
  /// The id by which the namespace open at `fd` is known here; -1 where it was given none.
  Result<int> id_of(int fd, const std::string& action);
  /// The children of the namespace open at `ours`, in the one with that id here (-1: this one).
  Result<std::vector<Link>> list(int nsid, int ours, const Kinds& kinds, const std::string& action);
  /// For a namespace without an id.
  static Result<std::vector<Link>> enter_and_list(int fd, int ours, const Kinds& kinds, const std::string& action);

  Netlink netlink_;
  NetlinkLinks links_;
  UniqueFd ours_;    ///< the namespace that this works in
  int our_id_ = -1;  ///< by which id it knows the one at `ours`; once there, an id stays
};

}  // namespace roced::kernel
