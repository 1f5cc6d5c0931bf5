#include "kernel/netlink_namespaces.hpp"

#include <cerrno>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <sched.h>
#include <sys/stat.h>

#include "kernel/files.hpp"

namespace roced::kernel {
namespace {

constexpr const char* folder = "/run/netns";
constexpr const char* our_namespace = "/proc/thread-self/ns/net";

}  // namespace

int parse_namespace_id(const nlmsghdr& header) {
  return Attributes<NETNSA_NSID + 1>{header, sizeof(rtgenmsg)}.get<std::int32_t>(NETNSA_NSID).value_or(-1);
}

NetlinkNamespaces::NetlinkNamespaces() : netlink_{NETLINK_ROUTE} {}

Result<std::vector<std::string>> NetlinkNamespaces::names() {
  auto all = Files{}.list(folder);
  if (!all && all.error().code == ENOENT) return std::vector<std::string>{};
  if (!all) return all;
  struct stat ours {};
  if (stat(our_namespace, &ours) != 0) return failure(errno, "list network namespaces");
  std::vector<std::string> others;
  for (auto& name : *all) {
    struct stat found {};
    if (stat(fmt::format("{}/{}", folder, name).c_str(), &found) != 0) continue;
    // What isn't a namespace's file is the mount point of one that is gone.
    if (found.st_dev == ours.st_dev && found.st_ino != ours.st_ino) others.push_back(std::move(name));
  }
  return others;
}

Result<int> NetlinkNamespaces::id_of(int fd, const std::string& action) {
  Request request{RTM_GETNSID, 0};
  request.header(rtgenmsg{.rtgen_family = AF_UNSPEC});
  request.put_u32(NETNSA_FD, static_cast<std::uint32_t>(fd));
  int id = -1;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) { id = parse_namespace_id(header); });
  if (!done) return tl::unexpected{done.error()};
  return id;
}

Result<std::vector<Link>> NetlinkNamespaces::children_in(const std::string& name, const Kinds& kinds) {
  auto action = fmt::format("look into network namespace {}", name);
  UniqueFd there{open(fmt::format("{}/{}", folder, name).c_str(), O_RDONLY | O_CLOEXEC)};
  if (!there) return failure(errno, action);
  if (!ours_) ours_ = UniqueFd{open(our_namespace, O_RDONLY | O_CLOEXEC)};
  if (!ours_) return failure(errno, action);
  auto id = id_of(there.get(), action);
  if (!id && id.error().code == EINVAL) return std::vector<Link>{};  // the name stands, the namespace behind it is gone
  if (!id) return tl::unexpected{id.error()};
  if (*id < 0) return enter_and_list(there.get(), ours_.get(), kinds, action);
  return list(*id, ours_.get(), kinds, action);
}

Result<std::vector<Link>> NetlinkNamespaces::list(int nsid, int ours, const Kinds& kinds, const std::string& action) {
  auto all = links_.of_kinds_in(nsid, kinds);
  // The kernel says EACCES here (rtnl_get_net_ns_capable), where it says EPERM elsewhere.
  if (!all && all.error().code == EACCES) return failure(EPERM, action, "looking into it takes CAP_NET_ADMIN");
  if (!all) return tl::unexpected{all.error()};
  if (all->empty()) return std::vector<Link>{};
  // IFLA_LINK_NETNSID is counted by whoever asks (rtnl_fill_link_netnsid), and the dump may have given our namespace
  // its id only now.
  if (our_id_ < 0) {
    auto id = id_of(ours, action);
    if (!id) return tl::unexpected{id.error()};
    our_id_ = *id;
  }
  std::vector<Link> children;
  for (auto& [link, parent, netns] : *all)
    if (netns >= 0 && netns == our_id_) {
      link.parent = parent;
      children.push_back(std::move(link));
    }
  return children;
}

Result<std::vector<Link>> NetlinkNamespaces::enter_and_list(int fd, int ours, const Kinds& kinds,
                                                            const std::string& action) {
  Result<std::vector<Link>> found;
  auto look = [&] {
    if (setns(fd, CLONE_NEWNET) == 0)
      found = NetlinkNamespaces{}.list(-1, ours, kinds, action);
    else
      found = failure(errno, action, "it has no id here, and entering it takes CAP_SYS_ADMIN");
  };
  // On a thread of its own, which ends over there: this one never leaves its namespace.
  try {
    std::thread{look}.join();
  } catch (const std::system_error& no_thread) {
    return failure(no_thread.code().value(), action);
  }
  return found;
}

}  // namespace roced::kernel
