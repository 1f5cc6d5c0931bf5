#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libmnl/libmnl.h>

#include "kernel/error.hpp"
#include "kernel/handle.hpp"

namespace roced::kernel {

/// How an exchange ended: what NLMSG_ERROR, or NLMSG_DONE of a dump that fails, says.
struct Ending {
  int code = 0;        ///< errno; 0: it went well
  std::string detail;  ///< the kernel's own sentence (NLMSGERR_ATTR_MSG, linux/netlink.h); often empty
};

Ending ending_of(const nlmsghdr& header);

/// A request under construction: a netlink header, a family's own header, attributes.
class Request {
 public:
  Request(std::uint16_t type, std::uint16_t flags);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  template <typename Header>
  void header(const Header& header) {
    *static_cast<Header*>(mnl_nlmsg_put_extra_header(message_, sizeof(Header))) = header;
  }
  void put_u8(std::uint16_t type, std::uint8_t value) { put_bytes(type, &value, sizeof value); }
  void put_u32(std::uint16_t type, std::uint32_t value) { put_bytes(type, &value, sizeof value); }
  void put_text(std::uint16_t type, const std::string& value) { put_bytes(type, value.c_str(), value.size() + 1); }
  void put_bytes(std::uint16_t type, const void* bytes, std::size_t size) {
    if (!mnl_attr_put_check(message_, buffer_.size(), type, size, bytes)) full_ = true;
  }
  /// nullptr where there is no room.
  nlattr* begin(std::uint16_t type) {
    auto* nest = mnl_attr_nest_start_check(message_, buffer_.size(), type);
    if (nest == nullptr) full_ = true;
    return nest;
  }
  void end(nlattr* nest) {
    if (nest != nullptr) mnl_attr_nest_end(message_, nest);
  }

  /// Something didn't fit: it can't be sent (EMSGSIZE).
  bool full() const { return full_; }
  nlmsghdr& message() { return *message_; }

 private:
  // 64 APP entries of 8 bytes and a PFC structure take 700.
  alignas(nlmsghdr) std::array<char, 4096> buffer_;
  nlmsghdr* message_;
  bool full_ = false;
};

/// Calls `one` with each message of what one recv(2) brought.
template <typename Function>
void for_each_message(const void* bytes, std::size_t size, Function one) {
  const auto* at = static_cast<const char*>(bytes);
  // Not mnl_nlmsg_ok(), which takes a length beyond 2^31 for a negative one, and lets it pass.
  while (size >= sizeof(nlmsghdr)) {
    const auto& header = *reinterpret_cast<const nlmsghdr*>(at);
    if (header.nlmsg_len < sizeof(nlmsghdr) || header.nlmsg_len > size) return;
    one(header);
    auto length = std::min<std::size_t>(MNL_ALIGN(header.nlmsg_len), size);
    at += length;
    size -= length;
  }
}

/// What the kernel answers to one request, as it comes in pieces.
class Answer {
 public:
  /// Called for each message; may be empty.
  using Reply = std::function<void(const nlmsghdr&)>;

  Answer(std::uint32_t sequence, bool is_dump, const Reply& reply)
      : sequence_{sequence}, is_dump_{is_dump}, reply_{reply} {}

  /// What one recv(2) brought. Whether the answer has ended with it.
  bool take(const void* bytes, std::size_t size);
  /// Once it has ended. EINTR: a dump's table changed while it was read.
  const Ending& ending() const { return ending_; }

 private:
  void take(const nlmsghdr& header);

  std::uint32_t sequence_;
  bool is_dump_;
  const Reply& reply_;
  bool interrupted_ = false, ended_ = false;
  Ending ending_;
};

/// A netlink socket for requests, one at a time. Opened at its first use.
class Netlink {
 public:
  explicit Netlink(int protocol) : protocol_{protocol} {}

  using Reply = Answer::Reply;

  /// Sends, and reads until the reply has ended. `action` is what the error will say was tried. EINTR: a dump's table
  /// changed while it was read.
  Result<void> talk(Request& request, const std::string& action, const Reply& reply = {});

  /// A dump, made again while its table changes under it. `parse` adds a message's content to the rows.
  template <typename Row>
  Result<std::vector<Row>> dump(Request& request, const std::string& action,
                                const std::function<void(const nlmsghdr&, std::vector<Row>&)>& parse) {
    constexpr int most_tries = 5;
    for (int tries = 1;; ++tries) {
      std::vector<Row> rows;
      auto done = talk(request, action, [&](const nlmsghdr& header) { parse(header, rows); });
      if (done) return rows;
      if (done.error().code != EINTR || tries == most_tries) return tl::unexpected{done.error()};
    }
  }

 private:
  Result<void> open(const std::string& action);
  Result<void> receive(Answer& answer, const std::string& action);

  int protocol_;
  std::unique_ptr<mnl_socket, Releaser<mnl_socket_close>> socket_;
  std::vector<char> buffer_;
  std::uint32_t sequence_ = 0;
};

/// Calls `one` with each attribute between two addresses.
template <typename Function>
void for_each_attribute(const void* begin, const void* end, Function one) {
  const auto* last = static_cast<const char*>(end);
  const auto* attribute = static_cast<const nlattr*>(begin);
  while (mnl_attr_ok(attribute, static_cast<int>(last - reinterpret_cast<const char*>(attribute)))) {
    one(*attribute);
    attribute = mnl_attr_next(attribute);
  }
}

/// Of a message, behind its family's own header.
template <typename Function>
void for_each_attribute(const nlmsghdr& message, unsigned header_size, Function one) {
  // Not mnl_nlmsg_get_payload_tail(), which rounds up.
  const auto* end = reinterpret_cast<const char*>(&message) + message.nlmsg_len;
  for_each_attribute(mnl_nlmsg_get_payload_offset(&message, header_size), static_cast<const void*>(end), one);
}

/// Of a nest.
template <typename Function>
void for_each_attribute(const nlattr& nest, Function one) {
  const auto* begin = static_cast<const char*>(mnl_attr_get_payload(&nest));
  for_each_attribute(static_cast<const void*>(begin), static_cast<const void*>(begin + mnl_attr_get_payload_len(&nest)),
                     one);
}

/// The attributes of a message or a nest, by type; only those below `Size`, unknown ones are passed over.
template <std::size_t Size>
class Attributes {
 public:
  Attributes(const nlmsghdr& message, unsigned header_size) {
    for_each_attribute(message, header_size, [this](const nlattr& attribute) { keep(attribute); });
  }
  explicit Attributes(const nlattr& nest) {
    for_each_attribute(nest, [this](const nlattr& attribute) { keep(attribute); });
  }

  const nlattr* operator[](std::size_t type) const { return table_[type]; }
  /// Copied, since attributes lie at multiples of four. Nothing where it is absent or shorter than that.
  template <typename Structure>
  std::optional<Structure> get(std::size_t type) const {
    const auto* attribute = table_[type];
    if (attribute == nullptr || mnl_attr_get_payload_len(attribute) < sizeof(Structure)) return {};
    Structure copy{};
    std::memcpy(&copy, mnl_attr_get_payload(attribute), sizeof copy);
    return copy;
  }
  std::string text(std::size_t type) const {
    const auto* attribute = table_[type];
    if (attribute == nullptr) return {};
    std::string_view bytes{static_cast<const char*>(mnl_attr_get_payload(attribute)),
                           mnl_attr_get_payload_len(attribute)};
    return std::string{bytes.substr(0, bytes.find('\0'))};
  }

 private:
  void keep(const nlattr& attribute) {
    auto type = mnl_attr_get_type(&attribute);
    if (type < Size) table_[type] = &attribute;
  }

  std::array<const nlattr*, Size> table_{};
};

}  // namespace roced::kernel
