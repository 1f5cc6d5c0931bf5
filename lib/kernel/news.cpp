#include "kernel/news.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel/netlink.hpp"
#include "kernel/news_message.hpp"

namespace roced::kernel {
namespace {

constexpr unsigned rdma_group_notify = 4;  // RDMA_NL_GROUP_NOTIFY, newer than Debian 12's headers
constexpr int receive_buffer = 1 << 20;    // a burst of some thousand links
constexpr int most_at_once = 4096;         // messages in one drain: a storm mustn't keep the loop from everything else

Result<UniqueFd> subscribe(int protocol, std::initializer_list<unsigned> groups, const std::string& action) {
  UniqueFd fd{socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol)};
  if (!fd) return failure(errno, action);
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  if (bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return failure(errno, action);
  // Beyond the limit where that is allowed; else up to it.
  if (setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer, sizeof receive_buffer) != 0)
    setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  for (unsigned group : groups)
    if (setsockopt(fd.get(), SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof group) != 0)
      return failure(errno, action);
  return fd;
}

}  // namespace

Result<Subscription> Subscription::network() {
  auto fd = subscribe(NETLINK_ROUTE, {RTNLGRP_LINK, RTNLGRP_DCB, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV4_NETCONF},
                      "listen to news of the network");
  if (!fd) return tl::unexpected{fd.error()};
  return Subscription{std::move(*fd), false};
}

Result<Subscription> Subscription::routing() {
  auto fd = subscribe(NETLINK_ROUTE, {RTNLGRP_IPV4_RULE, RTNLGRP_IPV4_ROUTE}, "listen to news of routing");
  if (!fd) return tl::unexpected{fd.error()};
  return Subscription{std::move(*fd), false};
}

Result<Subscription> Subscription::rdma() {
  const std::string action = "listen to RDMA news";
  // Opening the socket would load ib_core.
  if (access("/sys/module/ib_core", F_OK) != 0) return failure(EPROTONOSUPPORT, action);
  auto fd = subscribe(NETLINK_RDMA, {rdma_group_notify}, action);
  if (!fd) return tl::unexpected{fd.error()};
  return Subscription{std::move(*fd), true};
}

std::vector<News> Subscription::drain() {
  std::vector<News> news;
  alignas(nlmsghdr) std::array<char, 32768> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): recv(2) fills it
  for (int messages = 0; messages < most_at_once; ++messages) {
    sockaddr_nl from{};
    socklen_t size = sizeof from;
    // MSG_TRUNC: the message's true length, so that one that didn't fit is seen.
    auto got = recvfrom(fd_.get(), buffer.data(), buffer.size(), MSG_TRUNC, reinterpret_cast<sockaddr*>(&from), &size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno != ENOBUFS) break;
    if (got < 0 || static_cast<std::size_t>(got) > buffer.size()) {
      news.push_back({News::Kind::lost, {}});
      continue;
    }
    if (from.nl_pid != 0) continue;  // another process can send here too; only the kernel is heard
    for_each_message(buffer.data(), static_cast<std::size_t>(got), [&](const nlmsghdr& header) {
      auto each = is_rdma_ ? News{News::Kind::rdma, {}} : parse_news(header);
      if (each) news.push_back(std::move(*each));
    });
  }
  return news;
}

}  // namespace roced::kernel
