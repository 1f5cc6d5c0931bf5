#include "kernel/netlink_links.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fmt/format.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>
#include <netlink/socket.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {
namespace {

constexpr int most_tries = 5;

/// What one exchange with the kernel came to, filled in by libnl's callbacks, which nothing may leave by an exception.
struct Exchange {
  const std::function<void(rtnl_link*)>* each;
  int error = 0;
  std::string detail;
  bool interrupted = false;
};

void on_parsed(nl_object* object, void* to) noexcept {
  (*static_cast<Exchange*>(to)->each)(reinterpret_cast<rtnl_link*>(object));
}

int on_valid(nl_msg* message, void* to) noexcept {
  auto& exchange = *static_cast<Exchange*>(to);
  if ((nlmsg_hdr(message)->nlmsg_flags & NLM_F_DUMP_INTR) != 0) exchange.interrupted = true;
  if (*exchange.each) nl_msg_parse(message, on_parsed, to);
  return NL_OK;
}

int on_error(sockaddr_nl* /*from*/, nlmsgerr* error, void* to) noexcept {
  auto& exchange = *static_cast<Exchange*>(to);
  exchange.error = -error->error;
  // libnl hands over the error alone; the extended ACK's sentence follows it in the message.
  const auto* header = reinterpret_cast<const nlmsghdr*>(reinterpret_cast<const char*>(error) - NLMSG_HDRLEN);
  exchange.detail = extended_ack(*header);
  return NL_STOP;
}

int on_end(nl_msg* /*message*/, void* /*to*/) noexcept { return NL_STOP; }

}  // namespace

Link from_rtnl(rtnl_link* from) {
  Link link;
  link.ifindex = rtnl_link_get_ifindex(from);
  if (const char* name = rtnl_link_get_name(from)) link.name = name;
  link.mtu = rtnl_link_get_mtu(from);
  link.type = static_cast<unsigned short>(rtnl_link_get_arptype(from));
  if (const char* kind = rtnl_link_get_type(from)) link.kind = kind;
  std::int32_t nsid = 0;
  bool parent_elsewhere = rtnl_link_get_link_netnsid(from, &nsid) == 0;
  if (!parent_elsewhere) link.parent = rtnl_link_get_link(from);
  link.master = rtnl_link_get_master(from);
  if (nl_addr* address = rtnl_link_get_addr(from)) {
    std::array<char, 64> text{};
    link.address = nl_addr2str(address, text.data(), text.size());
  }
  link.carrier = rtnl_link_get_carrier(from) != 0;
  return link;
}

Result<void> NetlinkLinks::open(const std::string& action) {
  socket_.reset(nl_socket_alloc());
  if (!socket_) return failure(ENOMEM, action);
  if (int error = nl_connect(socket_.get(), NETLINK_ROUTE); error < 0) {
    socket_.reset();
    return failure(EIO, action, nl_geterror(error));
  }
  nl_socket_disable_auto_ack(socket_.get());
  nl_socket_set_msg_buf_size(socket_.get(), 65536);  // else libnl peeks at each message's size first
  int on = 1;
  setsockopt(nl_socket_get_fd(socket_.get()), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
  setsockopt(nl_socket_get_fd(socket_.get()), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);
  return {};
}

Result<void> NetlinkLinks::talk(nl_msg* message, const std::string& action, const Each& each) {
  if (!socket_)
    if (auto opened = open(action); !opened) return opened;
  Exchange exchange{.each = &each, .error = 0, .detail = {}};
  std::unique_ptr<nl_cb, Releaser<nl_cb_put>> callbacks{nl_cb_alloc(NL_CB_DEFAULT)};
  if (!callbacks) return failure(ENOMEM, action);
  nl_cb_set(callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM, on_valid, &exchange);
  nl_cb_set(callbacks.get(), NL_CB_FINISH, NL_CB_CUSTOM, on_end, &exchange);
  nl_cb_set(callbacks.get(), NL_CB_ACK, NL_CB_CUSTOM, on_end, &exchange);
  nl_cb_err(callbacks.get(), NL_CB_CUSTOM, on_error, &exchange);
  int result = nl_send_auto(socket_.get(), message);
  if (result >= 0) result = nl_recvmsgs(socket_.get(), callbacks.get());
  if (exchange.error != 0) return failure(exchange.error, action, exchange.detail);
  if (exchange.interrupted || result == -NLE_DUMP_INTR)
    return failure(EINTR, action, "the table changed while it was read");
  if (result < 0) {
    socket_.reset();  // in no known state: the next request opens a new one
    return failure(EIO, action, nl_geterror(result));
  }
  return {};
}

Result<Link> NetlinkLinks::get(int ifindex) {
  auto action = fmt::format("read link {}", ifindex);
  Message message{nlmsg_alloc_simple(RTM_GETLINK, 0)};
  if (!message) return failure(ENOMEM, action);
  ifinfomsg header{};
  header.ifi_index = ifindex;
  nlmsg_append(message.get(), &header, sizeof header, NLMSG_ALIGNTO);
  nla_put_u32(message.get(), IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
  Link link;
  auto done = talk(message.get(), action, [&](rtnl_link* found) { link = from_rtnl(found); });
  if (!done) return tl::unexpected{done.error()};
  return link;
}

Result<void> NetlinkLinks::dump(std::string_view kind, int nsid, const std::string& action, const Each& each) {
  Message message{nlmsg_alloc_simple(RTM_GETLINK, NLM_F_DUMP)};
  if (!message) return failure(ENOMEM, action);
  ifinfomsg header{};
  nlmsg_append(message.get(), &header, sizeof header, NLMSG_ALIGNTO);
  nla_put_u32(message.get(), IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
  if (nsid >= 0) nla_put_s32(message.get(), IFLA_TARGET_NETNSID, nsid);
  if (!kind.empty()) {
    // The kernel then sends only these.
    nlattr* info = nla_nest_start(message.get(), IFLA_LINKINFO);
    nla_put_string(message.get(), IFLA_INFO_KIND, std::string{kind}.c_str());
    nla_nest_end(message.get(), info);
  }
  return talk(message.get(), action, each);
}

namespace {

/// Calls `read` with an empty list until the table stood still while it was read.
template <typename Row, typename Read>
Result<std::vector<Row>> steady(Read read) {
  for (int tries = 1;; ++tries) {
    std::vector<Row> rows;
    auto done = read(rows);
    if (done) return rows;
    if (done.error().code != EINTR || tries == most_tries) return tl::unexpected{done.error()};
  }
}

}  // namespace

Result<std::vector<Link>> NetlinkLinks::all() {
  return steady<Link>([&](std::vector<Link>& links) {
    return dump({}, -1, "list links", [&](rtnl_link* link) { links.push_back(from_rtnl(link)); });
  });
}

Result<std::vector<Link>> NetlinkLinks::of_kind(std::string_view kind) {
  return steady<Link>([&](std::vector<Link>& links) {
    return dump(kind, -1, fmt::format("list {} links", kind), [&](rtnl_link* found) {
      // A kernel before 4.6 sends them all.
      if (auto link = from_rtnl(found); link.kind == kind) links.push_back(std::move(link));
    });
  });
}

Result<std::vector<NetlinkLinks::Distant>> NetlinkLinks::of_kind_in(int nsid, std::string_view kind) {
  return steady<Distant>([&](std::vector<Distant>& links) {
    return dump(kind, nsid, fmt::format("list {} links of the network namespace with id {}", kind, nsid),
                [&](rtnl_link* found) {
                  Distant distant{.link = from_rtnl(found), .parent_ifindex = rtnl_link_get_link(found)};
                  std::int32_t parent_netns = -1;
                  if (rtnl_link_get_link_netnsid(found, &parent_netns) == 0) distant.parent_netns = parent_netns;
                  if (distant.link.kind == kind) links.push_back(std::move(distant));
                });
  });
}

Result<void> NetlinkLinks::set_mtu(int ifindex, unsigned bytes) {
  auto action = fmt::format("set the MTU of link {} to {}", ifindex, bytes);
  std::unique_ptr<rtnl_link, Releaser<rtnl_link_put>> now{rtnl_link_alloc()}, wanted{rtnl_link_alloc()};
  if (!now || !wanted) return failure(ENOMEM, action);
  rtnl_link_set_ifindex(now.get(), ifindex);
  rtnl_link_set_mtu(wanted.get(), bytes);
  nl_msg* raw = nullptr;
  if (int error = rtnl_link_build_change_request(now.get(), wanted.get(), 0, &raw); error < 0)
    return failure(EINVAL, action, nl_geterror(error));
  Message message{raw};
  nlmsg_hdr(raw)->nlmsg_flags |= NLM_F_ACK;
  return talk(raw, action, {});
}

}  // namespace roced::kernel
