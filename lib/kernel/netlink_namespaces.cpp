#include "kernel/netlink_namespaces.hpp"

#include <cerrno>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <sched.h>

#include "kernel/files.hpp"

namespace roced::kernel {
namespace {

constexpr const char* folder = "/run/netns";

/// Those whose parent is in the namespace that `ours` stands for over there.
std::vector<Link> children_of(std::vector<NetlinkLinks::Distant>&& all, int ours) {
  std::vector<Link> children;
  for (auto& [link, parent, netns] : all)
    if (netns == ours && netns >= 0) {
      link.parent = parent;
      children.push_back(std::move(link));
    }
  return children;
}

}  // namespace

NetlinkNamespaces::NetlinkNamespaces() : netlink_{NETLINK_ROUTE} {}

Result<std::vector<std::string>> NetlinkNamespaces::names() {
  auto names = Files{}.list(folder);
  if (!names && names.error().code == ENOENT) return std::vector<std::string>{};
  return names;
}

Result<int> NetlinkNamespaces::id_of(int fd, int target, const std::string& action) {
  Request request{RTM_GETNSID, 0};
  request.header(rtgenmsg{.rtgen_family = AF_UNSPEC});
  request.put_u32(NETNSA_FD, static_cast<std::uint32_t>(fd));
  if (target >= 0) request.put_u32(NETNSA_TARGET_NSID, static_cast<std::uint32_t>(target));
  int id = -1;
  auto done = netlink_.talk(request, action, [&](const nlmsghdr& header) {
    if (const auto* found = Attributes<NETNSA_MAX + 1>{header, sizeof(rtgenmsg)}.get<std::int32_t>(NETNSA_NSID))
      id = *found;
  });
  if (!done) return tl::unexpected{done.error()};
  return id;
}

Result<std::vector<Link>> NetlinkNamespaces::children_in(const std::string& name, std::string_view kind) {
  auto action = fmt::format("look into network namespace {}", name);
  UniqueFd there{open(fmt::format("{}/{}", folder, name).c_str(), O_RDONLY | O_CLOEXEC)};
  if (!there) return failure(errno, action);
  UniqueFd ours{open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)};
  if (!ours) return failure(errno, action);
  auto id = id_of(there.get(), -1, action);
  if (!id && id.error().code == EINVAL) return std::vector<Link>{};  // the name stands, the namespace behind it is gone
  if (!id) return tl::unexpected{id.error()};
  if (*id < 0) return enter_and_list(there.get(), name, kind);
  auto our_id = id_of(ours.get(), *id, action);
  if (!our_id) return tl::unexpected{our_id.error()};
  if (*our_id < 0) return std::vector<Link>{};  // nothing there has anything of ours as a parent
  auto links = links_.of_kind_in(*id, kind);
  if (!links) return tl::unexpected{links.error()};
  return children_of(std::move(*links), *our_id);
}

Result<std::vector<Link>> NetlinkNamespaces::enter_and_list(int fd, const std::string& name, std::string_view kind) {
  auto action = fmt::format("look into network namespace {}", name);
  UniqueFd ours{open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)};
  if (!ours) return failure(errno, action);
  std::optional<Result<std::vector<Link>>> found;
  // On a thread of its own, which ends over there: this one never leaves its namespace.
  std::thread{[&] {
    if (setns(fd, CLONE_NEWNET) != 0) {
      found = failure(errno, action, "it has no id here, and entering it takes CAP_SYS_ADMIN");
      return;
    }
    NetlinkNamespaces from_there;
    auto our_id = from_there.id_of(ours.get(), -1, action);
    if (!our_id) {
      found = tl::unexpected{our_id.error()};
      return;
    }
    NetlinkLinks links;
    // Over there "in this namespace" is the namespace itself; a parent elsewhere has an id.
    auto all = links.of_kind_in(-1, kind);
    if (all)
      found = children_of(std::move(*all), *our_id);
    else
      found = tl::unexpected{all.error()};
  }}.join();
  return std::move(*found);
}

}  // namespace roced::kernel
