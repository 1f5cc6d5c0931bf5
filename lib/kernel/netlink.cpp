#include "kernel/netlink.hpp"

#include <cerrno>
#include <climits>
#include <cstring>

#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace roced::kernel {
namespace {

constexpr std::size_t buffer_size = 65536;  // a dump's messages come in pieces of up to 32 KiB

/// Of what is negative in a message; anything else isn't the kernel's.
int errno_of(int code) { return code < 0 && code != INT_MIN ? -code : EBADMSG; }

/// NLMSGERR_ATTR_MSG, which stands behind so many bytes of payload.
std::string extended_ack(const nlmsghdr& header, std::size_t behind) {
  if ((header.nlmsg_flags & NLM_F_ACK_TLVS) == 0 || behind > mnl_nlmsg_get_payload_len(&header)) return {};
  return Attributes<NLMSGERR_ATTR_MSG + 1>{header, static_cast<unsigned>(behind)}.text(NLMSGERR_ATTR_MSG);
}

}  // namespace

Ending ending_of(const nlmsghdr& header) {
  auto size = mnl_nlmsg_get_payload_len(&header);
  if (header.nlmsg_type == NLMSG_DONE) {
    // Before 4.14 nothing, else the dump's errno (net/netlink/af_netlink.c, netlink_dump_done).
    int code = 0;
    if (size >= sizeof code) std::memcpy(&code, mnl_nlmsg_get_payload(&header), sizeof code);
    if (code >= 0) return {};
    return {errno_of(code), extended_ack(header, sizeof code)};
  }
  if (size < sizeof(nlmsgerr)) return {EBADMSG, {}};
  const auto* error = static_cast<const nlmsgerr*>(mnl_nlmsg_get_payload(&header));
  if (error->error == 0) return {};
  // Unless capped, the request that failed stands between.
  bool capped = (header.nlmsg_flags & NLM_F_CAPPED) != 0;
  return {errno_of(error->error),
          extended_ack(header, sizeof(nlmsgerr) + (capped ? 0 : mnl_nlmsg_get_payload_len(&error->msg)))};
}

bool Answer::take(const void* bytes, std::size_t size) {
  for_each_message(bytes, size, [this](const nlmsghdr& header) { take(header); });
  return ended_;
}

void Answer::take(const nlmsghdr& header) {
  // What an earlier request left behind is passed over.
  if (ended_ || header.nlmsg_seq != sequence_ || header.nlmsg_type == NLMSG_NOOP) return;
  if ((header.nlmsg_flags & NLM_F_DUMP_INTR) != 0) interrupted_ = true;
  if (header.nlmsg_type != NLMSG_ERROR && header.nlmsg_type != NLMSG_DONE) {
    if (reply_) reply_(header);
    ended_ = reply_ && !is_dump_;
    return;
  }
  ended_ = true;
  ending_ = ending_of(header);
  if (ending_.code == 0 && interrupted_) ending_ = {EINTR, "the table changed while it was read"};
}

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): libmnl fills the buffer
Request::Request(std::uint16_t type, std::uint16_t flags) : message_{mnl_nlmsg_put_header(buffer_.data())} {
  message_->nlmsg_type = type;
  message_->nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | flags);
}

Result<void> Netlink::open(const std::string& action) {
  socket_.reset(mnl_socket_open2(protocol_, SOCK_CLOEXEC));
  if (!socket_) return failure(errno, action);
  if (mnl_socket_bind(socket_.get(), 0, MNL_SOCKET_AUTOPID) != 0) {
    int code = errno;
    socket_.reset();
    return failure(code, action);
  }
  int on = 1;
  // So that the kernel's own sentence comes with an error. An old kernel does without.
  mnl_socket_setsockopt(socket_.get(), NETLINK_EXT_ACK, &on, sizeof on);
  mnl_socket_setsockopt(socket_.get(), NETLINK_CAP_ACK, &on, sizeof on);
  // A kernel that doesn't answer mustn't stop the daemon for ever.
  timeval patience{.tv_sec = 10, .tv_usec = 0};
  setsockopt(mnl_socket_get_fd(socket_.get()), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  buffer_.resize(buffer_size);
  return {};
}

Result<void> Netlink::talk(Request& request, const std::string& action, const Reply& reply) {
  if (request.full()) return failure(EMSGSIZE, action);
  if (!socket_)
    if (auto opened = open(action); !opened) return opened;
  auto& message = request.message();
  bool is_dump = (message.nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
  if (!is_dump && !reply) message.nlmsg_flags |= NLM_F_ACK;
  message.nlmsg_seq = ++sequence_;
  if (mnl_socket_sendto(socket_.get(), &message, message.nlmsg_len) < 0) return failure(errno, action);
  Answer answer{message.nlmsg_seq, is_dump, reply};
  auto received = receive(answer, action);
  // After an overflow or a silence the socket is in no known state: the next request opens a new one.
  if (!received && (received.error().code == ENOBUFS || received.error().code == EAGAIN)) socket_.reset();
  return received;
}

Result<void> Netlink::receive(Answer& answer, const std::string& action) {
  for (;;) {
    auto got = mnl_socket_recvfrom(socket_.get(), buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(errno, action);
    if (!answer.take(buffer_.data(), static_cast<std::size_t>(got))) continue;
    if (answer.ending().code != 0) return failure(answer.ending().code, action, answer.ending().detail);
    return {};
  }
}

}  // namespace roced::kernel
