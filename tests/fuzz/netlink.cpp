#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <linux/dcbnl.h>

#include "kernel/dcb_message.hpp"
#include "kernel/ethtool_message.hpp"
#include "kernel/link_message.hpp"
#include "kernel/netlink.hpp"
#include "kernel/netlink_namespaces.hpp"
#include "kernel/news_message.hpp"
#include "kernel/rdma_message.hpp"
#include "kernel/routing_message.hpp"
#include "pieces.hpp"

using namespace roced::kernel;
using roced::fuzz::must;

namespace {

void read_links(const nlmsghdr& header) {
  if (auto message = parse_link(header)) must(!message->link.name.empty());
  parse_virtual_functions(header);
  parse_namespace_id(header);
  parse_news(header);
}

/// What was read and is written again reads the same.
void read_dcb(const nlmsghdr& header) {
  auto state = parse_dcb(header);
  for (auto answer : {DCB_ATTR_IEEE, DCB_ATTR_DCBX}) must(parse_refusal(header, answer) >= 0);
  Request request{0, 0};
  request.header(dcbmsg{});
  auto* nest = request.begin(DCB_ATTR_IEEE);
  put_change(request, {.ets = state.ets,
                       .max_rate = state.max_rate,
                       .pfc = state.pfc,
                       .buffer = state.buffer,
                       .apps = state.apps,
                       .app_trust = state.app_trust});
  request.end(nest);
  if (request.full()) return;
  auto again = parse_dcb(request.message());
  must(again.ets == state.ets && again.max_rate == state.max_rate && again.pfc == state.pfc);
  must(again.buffer == state.buffer && again.apps == state.apps && again.app_trust == state.app_trust);
}

void read_rdma(const nlmsghdr& header) {
  parse_rdma_system(header);
  parse_rdma_device(header);
  parse_rdma_port(header);
  std::vector<QueuePair> pairs;
  add_queue_pairs(header, 1, pairs);
  std::vector<UserContext> contexts;
  add_contexts(header, 1, contexts);
}

void read_routing(const nlmsghdr& header) {
  if (auto address = parse_address(header)) must(address->address != 0);
  if (auto rule = parse_rule(header)) must(rule->from.length <= 32 && !to_text(rule->from).empty());
  if (auto route = parse_route(header)) must(route->to.length <= 32 && !to_text(route->to).empty());
}

void read_all(const nlmsghdr& header) {
  read_links(header);
  read_dcb(header);
  read_rdma(header);
  read_routing(header);
  parse_family(header);
  parse_pause(header);
  if (header.nlmsg_type == NLMSG_ERROR || header.nlmsg_type == NLMSG_DONE) must(ending_of(header).code >= 0);
}

/// What one recv(2) brings, as the answer to a get and to a dump.
void read_datagram(const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() < sizeof(nlmsghdr)) return;
  auto sequence = reinterpret_cast<const nlmsghdr*>(bytes.data())->nlmsg_seq;
  for (bool is_dump : {false, true}) {
    Answer::Reply reply = [](const nlmsghdr& header) { read_all(header); };
    Answer answer{sequence, is_dump, reply};
    answer.take(bytes.data(), bytes.size());
    must(answer.ending().code >= 0);
  }
}

}  // namespace

/// Netlink messages of any content and length: nothing is read beyond their end. The input is a datagram, and is taken
/// for one message's type, flags and payload too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Exactly so much memory, and aligned as recv(2)'s buffer is.
  read_datagram({data, data + size});
  constexpr std::size_t described = sizeof(nlmsghdr::nlmsg_type) + sizeof(nlmsghdr::nlmsg_flags);
  if (size < described) return 0;
  std::vector<std::uint8_t> bytes(NLMSG_HDRLEN + size - described);
  auto* header = reinterpret_cast<nlmsghdr*>(bytes.data());
  std::memcpy(&header->nlmsg_type, data, described);
  header->nlmsg_len = static_cast<std::uint32_t>(bytes.size());
  if (size > described) std::memcpy(bytes.data() + NLMSG_HDRLEN, data + described, size - described);
  read_all(*header);
  return 0;
}
