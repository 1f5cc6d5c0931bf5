#include "watch.hpp"

#include <array>
#include <cstdlib>
#include <deque>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/fanotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel/dcb_message.hpp"
#include "kernel/files.hpp"
#include "kernel/link_message.hpp"
#include "kernel/netlink.hpp"
#include "kernel/netlink_dcb.hpp"
#include "kernel/netlink_links.hpp"

namespace roced::bench {
namespace {

/// A setting that rtnetlink tells of, with its value.
class NetlinkWatch : public Watch {
 public:
  explicit NetlinkWatch(unsigned group)
      : socket_{socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE)} {
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = 1U << (group - 1);
    if (bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      socket_ = kernel::UniqueFd{};
  }

  int fd() const override { return socket_.get(); }
  Heard next(pid_t /*breaker*/) override {
    while (heard_.empty()) {
      alignas(nlmsghdr) std::array<char, 32768> buffer;
      auto got = recv(socket_.get(), buffer.data(), buffer.size(), 0);
      if (got <= 0) return Heard::nothing;
      kernel::for_each_message(buffer.data(), static_cast<std::size_t>(got), [this](const nlmsghdr& header) {
        if (auto right = says(header)) heard_.push_back(*right ? Heard::back : Heard::broken);
      });
    }
    auto first = heard_.front();
    heard_.pop_front();
    return first;
  }

 private:
  /// Whether the value that a message tells is the right one; nullopt: it is about something else.
  virtual std::optional<bool> says(const nlmsghdr& header) const = 0;

  kernel::UniqueFd socket_;
  std::deque<Heard> heard_;
};

class MtuWatch final : public NetlinkWatch {
 public:
  MtuWatch(const std::string& netdev, unsigned mtu)
      : NetlinkWatch{RTNLGRP_LINK}, ifindex_{static_cast<int>(if_nametoindex(netdev.c_str()))}, mtu_{mtu} {}
  bool is_right() const override {
    auto link = kernel::NetlinkLinks{}.get(ifindex_);
    return link && link->mtu == mtu_;
  }

 private:
  std::optional<bool> says(const nlmsghdr& header) const override {
    auto message = header.nlmsg_type == RTM_NEWLINK ? kernel::parse_link(header) : std::nullopt;
    if (!message || message->link.ifindex != ifindex_) return {};
    return message->link.mtu == mtu_;
  }

  int ifindex_;
  unsigned mtu_;
};

class PfcWatch final : public NetlinkWatch {
 public:
  PfcWatch(std::string netdev, unsigned mask) : NetlinkWatch{RTNLGRP_DCB}, netdev_{std::move(netdev)}, mask_{mask} {}
  bool is_right() const override {
    auto state = kernel::NetlinkDcb{}.get(netdev_);
    return state && state->pfc && state->pfc->enabled == mask_;
  }

 private:
  std::optional<bool> says(const nlmsghdr& header) const override {
    if (kernel::Attributes<DCB_ATTR_IFNAME + 1>{header, sizeof(dcbmsg)}.text(DCB_ATTR_IFNAME) != netdev_) return {};
    auto state = kernel::parse_dcb(header);
    if (!state.pfc) return {};
    return state.pfc->enabled == mask_;
  }

  std::string netdev_;
  unsigned mask_;
};

/// A file. Each write to it is heard with who made it: the breaker's breaks it, anybody else's brings it back.
class FileWatch final : public Watch {
 public:
  FileWatch(std::string path, std::string value)
      : path_{std::move(path)},
        value_{std::move(value)},
        queue_{fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_NONBLOCK, O_RDONLY | O_CLOEXEC)} {
    if (fanotify_mark(queue_.get(), FAN_MARK_ADD, FAN_MODIFY, AT_FDCWD, path_.c_str()) != 0)
      queue_ = kernel::UniqueFd{};
  }

  int fd() const override { return queue_.get(); }
  Heard next(pid_t breaker) override {
    if (left_ <= 0) {
      left_ = read(queue_.get(), buffer_.data(), buffer_.size());
      event_ = reinterpret_cast<const fanotify_event_metadata*>(buffer_.data());
    }
    if (left_ <= 0 || !FAN_EVENT_OK(event_, left_)) return Heard::nothing;
    kernel::UniqueFd file{event_->fd};
    auto heard = event_->pid == breaker ? Heard::broken : Heard::back;
    event_ = FAN_EVENT_NEXT(event_, left_);
    return heard;
  }
  bool is_right() const override {
    auto text = kernel::Files{}.read(path_);
    return text && kernel::trimmed(*text) == value_;
  }

 private:
  std::string path_, value_;
  kernel::UniqueFd queue_;
  alignas(fanotify_event_metadata) std::array<char, 4096> buffer_{};
  const fanotify_event_metadata* event_ = nullptr;
  ssize_t left_ = 0;
};

}  // namespace

std::unique_ptr<Watch> watch(const std::string& what) {
  auto first = what.find(':'), last = what.rfind(':');
  if (first == last) return nullptr;
  auto kind = what.substr(0, first), subject = what.substr(first + 1, last - first - 1), value = what.substr(last + 1);
  auto number = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 0));
  std::unique_ptr<Watch> found;
  if (kind == "mtu") found = std::make_unique<MtuWatch>(subject, number);
  if (kind == "pfc") found = std::make_unique<PfcWatch>(subject, number);
  if (kind == "file") found = std::make_unique<FileWatch>(subject, value);
  return found && found->fd() >= 0 ? std::move(found) : nullptr;
}

}  // namespace roced::bench
