#include "kernel/netlink_links.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/route/link.h>
#include <netlink/socket.h>

#include "kernel/netlink.hpp"

namespace roced::kernel {
namespace {

constexpr int most_tries = 5;
constexpr std::size_t buffer_size = 65536;  // a dump's messages come in pieces of up to 32 KiB

/// What one exchange with the kernel came to, filled in by libnl's callbacks, which no exception may leave.
struct Exchange {
  const std::function<void(const nlmsghdr&)>* each = nullptr;
  Ending ending;
  bool interrupted = false;
};

int on_valid(nl_msg* message, void* to) noexcept {
  auto& exchange = *static_cast<Exchange*>(to);
  const auto& header = *nlmsg_hdr(message);
  if ((header.nlmsg_flags & NLM_F_DUMP_INTR) != 0) exchange.interrupted = true;
  if (*exchange.each) (*exchange.each)(header);
  return NL_OK;
}

void keep_ending(const nlmsghdr& header, Exchange& exchange) noexcept {
  if ((header.nlmsg_flags & NLM_F_DUMP_INTR) != 0) exchange.interrupted = true;
  exchange.ending = ending_of(header);
}

int on_error(sockaddr_nl* /*from*/, nlmsgerr* error, void* to) noexcept {
  // libnl hands over the error alone; the extended ACK's sentence follows it in the message.
  keep_ending(*reinterpret_cast<const nlmsghdr*>(reinterpret_cast<const char*>(error) - NLMSG_HDRLEN),
              *static_cast<Exchange*>(to));
  return NL_STOP;
}

int on_done(nl_msg* message, void* to) noexcept {
  keep_ending(*nlmsg_hdr(message), *static_cast<Exchange*>(to));
  return NL_STOP;
}

int on_acknowledgement(nl_msg* /*message*/, void* /*to*/) noexcept { return NL_STOP; }

}  // namespace

Result<void> NetlinkLinks::open(const std::string& action) {
  socket_.reset(nl_socket_alloc());
  if (!socket_) return failure(ENOMEM, action);
  if (int error = nl_connect(socket_.get(), NETLINK_ROUTE); error < 0) {
    socket_.reset();
    return failure(EIO, action, nl_geterror(error));
  }
  nl_socket_disable_auto_ack(socket_.get());
  nl_socket_set_msg_buf_size(socket_.get(), buffer_size);  // else libnl peeks at each message's size first
  int on = 1;
  setsockopt(nl_socket_get_fd(socket_.get()), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
  setsockopt(nl_socket_get_fd(socket_.get()), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);
  return {};
}

NetlinkLinks::Message NetlinkLinks::about(int type, int flags, int ifindex) {
  Message message{nlmsg_alloc_simple(type, flags)};
  ifinfomsg header{};
  header.ifi_index = ifindex;
  if (message) nlmsg_append(message.get(), &header, sizeof header, NLMSG_ALIGNTO);
  return message;
}

Result<void> NetlinkLinks::talk(nl_msg* message, const std::string& action, const Each& each) {
  if (!socket_)
    if (auto opened = open(action); !opened) return opened;
  Exchange exchange{.each = &each, .ending = {}};
  std::unique_ptr<nl_cb, Releaser<nl_cb_put>> callbacks{nl_cb_alloc(NL_CB_DEFAULT)};
  if (!callbacks) return failure(ENOMEM, action);
  nl_cb_set(callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM, on_valid, &exchange);
  nl_cb_set(callbacks.get(), NL_CB_FINISH, NL_CB_CUSTOM, on_done, &exchange);
  nl_cb_set(callbacks.get(), NL_CB_ACK, NL_CB_CUSTOM, on_acknowledgement, &exchange);
  nl_cb_err(callbacks.get(), NL_CB_CUSTOM, on_error, &exchange);
  int result = nl_send_auto(socket_.get(), message);
  if (result >= 0) result = nl_recvmsgs(socket_.get(), callbacks.get());
  if (exchange.ending.code != 0) return failure(exchange.ending.code, action, exchange.ending.detail);
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
  auto message = about(RTM_GETLINK, 0, ifindex);
  if (!message) return failure(ENOMEM, action);
  nla_put_u32(message.get(), IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
  std::optional<LinkMessage> found;
  auto done = talk(message.get(), action, [&](const nlmsghdr& answer) { found = parse_link(answer); });
  if (!done) return tl::unexpected{done.error()};
  if (!found) return failure(EBADMSG, action);
  return std::move(found->link);
}

Result<std::vector<LinkMessage>> NetlinkLinks::dump(std::string_view kind, int nsid, const std::string& action) {
  for (int tries = 1;; ++tries) {
    auto message = about(RTM_GETLINK, NLM_F_DUMP, 0);
    if (!message) return failure(ENOMEM, action);
    nla_put_u32(message.get(), IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
    if (nsid >= 0) nla_put_s32(message.get(), IFLA_TARGET_NETNSID, nsid);
    if (!kind.empty()) {
      // The kernel then sends only these.
      nlattr* info = nla_nest_start(message.get(), IFLA_LINKINFO);
      nla_put_string(message.get(), IFLA_INFO_KIND, std::string{kind}.c_str());
      nla_nest_end(message.get(), info);
    }
    std::vector<LinkMessage> links;
    auto done = talk(message.get(), action, [&](const nlmsghdr& answer) {
      if (auto found = parse_link(answer)) links.push_back(std::move(*found));
    });
    if (done) return links;
    if (done.error().code != EINTR || tries == most_tries) return tl::unexpected{done.error()};
  }
}

namespace {

Result<std::vector<Link>> links_alone(Result<std::vector<LinkMessage>> messages) {
  if (!messages) return tl::unexpected{messages.error()};
  std::vector<Link> links;
  links.reserve(messages->size());
  for (auto& message : *messages) links.push_back(std::move(message.link));
  return links;
}

}  // namespace

Result<std::vector<Link>> NetlinkLinks::all() { return links_alone(dump({}, -1, "list links")); }

Result<std::vector<Link>> NetlinkLinks::of_kinds(const std::vector<std::string_view>& kinds) {
  return links_alone(of_kinds_in(-1, kinds));
}

Result<std::vector<LinkMessage>> NetlinkLinks::of_kinds_in(int nsid, const std::vector<std::string_view>& kinds) {
  std::vector<LinkMessage> found;
  for (auto kind : kinds) {
    auto where = nsid < 0 ? std::string{} : fmt::format(" of the network namespace with id {}", nsid);
    auto links = dump(kind, nsid, fmt::format("list {} links{}", kind, where));
    if (!links) return links;
    // A kernel before 4.6, or one that doesn't know this kind (its module isn't loaded), sends them all: no need to ask
    // for the others.
    bool all = std::any_of(links->begin(), links->end(), [&](const auto& each) { return each.link.kind != kind; });
    if (all) {
      std::erase_if(*links, [&](const auto& each) {
        return std::find(kinds.begin(), kinds.end(), each.link.kind) == kinds.end();
      });
      return links;
    }
    found.insert(found.end(), std::make_move_iterator(links->begin()), std::make_move_iterator(links->end()));
  }
  return found;
}

std::string NetlinkLinks::name_of(int ifindex) {
  auto link = get(ifindex);
  return link ? link->name : fmt::format("link {}", ifindex);
}

Result<void> NetlinkLinks::set_mtu(int ifindex, unsigned bytes) {
  const std::string action = "set mtu";
  std::unique_ptr<rtnl_link, Releaser<rtnl_link_put>> now{rtnl_link_alloc()}, wanted{rtnl_link_alloc()};
  if (!now || !wanted) return failure(ENOMEM, action);
  rtnl_link_set_ifindex(now.get(), ifindex);
  rtnl_link_set_mtu(wanted.get(), bytes);
  nl_msg* raw = nullptr;
  if (int error = rtnl_link_build_change_request(now.get(), wanted.get(), 0, &raw); error < 0)
    return failure(EINVAL, action, nl_geterror(error));
  Message message{raw};
  nlmsg_hdr(raw)->nlmsg_flags |= NLM_F_ACK;
  auto done = talk(raw, action, {});
  if (!done) done.error().action = fmt::format("set mtu of {} to {}", name_of(ifindex), bytes);
  return done;
}

Result<void> NetlinkLinks::set_egress(int ifindex, const std::map<std::uint32_t, std::uint32_t>& egress) {
  const std::string action = "set the egress map of a VLAN";
  auto message = about(RTM_NEWLINK, NLM_F_ACK, ifindex);
  if (!message) return failure(ENOMEM, action);
  nlattr* info = nla_nest_start(message.get(), IFLA_LINKINFO);
  nla_put_string(message.get(), IFLA_INFO_KIND, "vlan");
  nlattr* data = nla_nest_start(message.get(), IFLA_INFO_DATA);
  nlattr* map = nla_nest_start(message.get(), IFLA_VLAN_EGRESS_QOS);
  for (auto [priority, pcp] : egress) {
    ifla_vlan_qos_mapping entry{.from = priority, .to = pcp};
    nla_put(message.get(), IFLA_VLAN_QOS_MAPPING, sizeof entry, &entry);
  }
  nla_nest_end(message.get(), map);
  nla_nest_end(message.get(), data);
  nla_nest_end(message.get(), info);
  auto done = talk(message.get(), action, {});
  if (!done) done.error().action = fmt::format("set the egress map of {}", name_of(ifindex));
  return done;
}

}  // namespace roced::kernel
