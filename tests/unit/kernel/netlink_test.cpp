#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <linux/dcbnl.h>
#include <linux/ethtool_netlink.h>
#include <linux/fib_rules.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include <doctest/doctest.h>

#include "kernel/dcb_message.hpp"
#include "kernel/ethtool_message.hpp"
#include "kernel/link_message.hpp"
#include "kernel/netlink.hpp"
#include "kernel/routing_message.hpp"

namespace roced::kernel {
namespace {

/// RTM_NEWLINK of a macvlan whose parent is in another namespace if `netns` is given.
void write_link(Request& request, const std::string& name, const std::int32_t* netns, unsigned flags = IFF_UP) {
  ifinfomsg info{};
  info.ifi_index = 7;
  info.ifi_type = 1;
  info.ifi_flags = flags;
  request.header(info);
  request.put_text(IFLA_IFNAME, name);
  request.put_u32(IFLA_MTU, 9000);
  request.put_u32(IFLA_LINK, 4);
  request.put_u32(IFLA_MASTER, 12);
  request.put_u8(IFLA_CARRIER, 1);
  request.put_bytes(IFLA_ADDRESS, "\x02\x00\x00\x00\xab\x01", 6);
  auto* linkinfo = request.begin(IFLA_LINKINFO | NLA_F_NESTED);
  request.put_bytes(IFLA_INFO_KIND, "macvlan", 7);  // the kernel sends no NUL
  request.end(linkinfo);
  if (netns != nullptr) request.put_bytes(IFLA_LINK_NETNSID, netns, sizeof *netns);
}

}  // namespace

TEST_CASE("a link's message") {
  Request request{RTM_NEWLINK, 0};
  write_link(request, "net1", nullptr);
  auto message = parse_link(request.message());
  REQUIRE(message);
  CHECK(message->link.ifindex == 7);
  CHECK(message->link.name == "net1");
  CHECK(message->link.mtu == 9000);
  CHECK(message->link.type == 1);
  CHECK(message->link.kind == "macvlan");
  CHECK(message->link.parent == 4);
  CHECK(message->link.master == 12);
  CHECK(message->link.address == "02:00:00:00:ab:01");
  CHECK(message->link.carrier);
  CHECK(message->parent_netns == -1);
}

TEST_CASE("a link that is set down has no carrier, whatever its driver says") {
  Request request{RTM_NEWLINK, 0};
  write_link(request, "rail0", nullptr, 0);
  auto message = parse_link(request.message());
  REQUIRE(message);
  CHECK_FALSE(message->link.carrier);
}

TEST_CASE("a parent in another namespace is none here") {
  Request request{RTM_NEWLINK, 0};
  std::int32_t netns = 3;
  write_link(request, "net1", &netns);
  auto message = parse_link(request.message());
  REQUIRE(message);
  CHECK(message->link.parent == 0);
  CHECK(message->parent_ifindex == 4);
  CHECK(message->parent_netns == 3);
}

TEST_CASE("messages that aren't about a link itself") {
  Request bridge_port{RTM_DELLINK, 0};
  ifinfomsg info{};
  info.ifi_family = AF_BRIDGE;
  bridge_port.header(info);
  bridge_port.put_text(IFLA_IFNAME, "rail0");
  CHECK_FALSE(parse_link(bridge_port.message()));
  Request nameless{RTM_NEWLINK, 0};
  nameless.header(ifinfomsg{});
  CHECK_FALSE(parse_link(nameless.message()));
  Request short_one{RTM_NEWLINK, 0};
  CHECK_FALSE(parse_link(short_one.message()));
}

TEST_CASE("a message cut at any byte is read safely") {
  Request request{RTM_NEWLINK, 0};
  write_link(request, "net1", nullptr);
  auto whole = request.message().nlmsg_len;
  for (unsigned length = NLMSG_HDRLEN; length < whole; ++length) {
    // Exactly so much memory: a sanitizer sees a read beyond it.
    std::vector<char> bytes(length);
    std::memcpy(bytes.data(), &request.message(), length);
    auto* header = reinterpret_cast<nlmsghdr*>(bytes.data());
    header->nlmsg_len = length;
    auto message = parse_link(*header);
    if (message) CHECK(message->link.name == "net1");
    parse_dcb(*header);
    header->nlmsg_flags = NLM_F_ACK_TLVS;
    for (int type : {NLMSG_ERROR, NLMSG_DONE}) {
      header->nlmsg_type = static_cast<std::uint16_t>(type);
      ending_of(*header);
    }
  }
}

TEST_CASE("DCB's answer: what is absent stays absent") {
  Request empty{RTM_GETDCB, 0};
  empty.header(dcbmsg{});
  auto nothing = parse_dcb(empty.message());
  CHECK_FALSE(nothing.pfc);
  CHECK_FALSE(nothing.dcbx);
  CHECK(nothing.apps.empty());

  Request request{RTM_GETDCB, 0};
  request.header(dcbmsg{});
  request.put_text(DCB_ATTR_IFNAME, "rail0");
  auto* ieee = request.begin(DCB_ATTR_IEEE);
  ieee_pfc pfc{};
  pfc.pfc_cap = 8;
  pfc.pfc_en = 0x18;
  pfc.delay = 7;
  request.put_bytes(DCB_ATTR_IEEE_PFC, &pfc, sizeof pfc);
  auto* table = request.begin(DCB_ATTR_IEEE_APP_TABLE);
  dcb_app app{.selector = App::dscp, .priority = 3, .protocol = 26};
  request.put_bytes(DCB_ATTR_IEEE_APP, &app, sizeof app);
  request.put_bytes(DCB_ATTR_IEEE_APP, &app, 2);  // too short
  request.end(table);
  request.end(ieee);
  request.put_u8(DCB_ATTR_DCBX, Dcbx::host | Dcbx::ieee);
  auto state = parse_dcb(request.message());
  CHECK(state.pfc == Pfc{.capability = 8, .enabled = 0x18, .macsec_bypass = false, .delay = 7});
  CHECK(state.apps == std::vector<App>{{App::dscp, 3, 26}});
  CHECK(state.dcbx == (Dcbx::host | Dcbx::ieee));
}

TEST_CASE("the kernel's sentence") {
  for (bool capped : {true, false}) {
    Request request{NLMSG_ERROR, 0};
    nlmsgerr error{};
    error.error = -EINVAL;
    error.msg.nlmsg_len = NLMSG_HDRLEN + (capped ? 0 : 8);
    request.header(error);
    if (!capped) request.put_u32(99, 0);  // the payload of the request that failed: 8 bytes
    request.put_text(NLMSGERR_ATTR_MSG, "mtu less than device minimum");
    request.message().nlmsg_flags = static_cast<std::uint16_t>(NLM_F_ACK_TLVS | (capped ? NLM_F_CAPPED : 0));
    CHECK(ending_of(request.message()).code == EINVAL);
    CHECK(ending_of(request.message()).detail == "mtu less than device minimum");
    request.message().nlmsg_flags = 0;
    CHECK(ending_of(request.message()).detail.empty());
  }
}

TEST_CASE("a dump that fails says so at its end") {
  Request well{NLMSG_DONE, 0};
  well.header(int{0});
  CHECK(ending_of(well.message()).code == 0);
  Request old_kernel{NLMSG_DONE, 0};
  CHECK(ending_of(old_kernel.message()).code == 0);
  Request failed{NLMSG_DONE, NLM_F_ACK_TLVS};
  failed.header(int{-EACCES});
  failed.put_text(NLMSGERR_ATTR_MSG, "no");
  CHECK(ending_of(failed.message()).code == EACCES);
  CHECK(ending_of(failed.message()).detail == "no");
}

TEST_CASE("what doesn't fit isn't sent") {
  Request request{RTM_SETDCB, 0};
  std::string name(5000, 'x');
  request.put_text(DCB_ATTR_IFNAME, name);
  CHECK(request.full());
  auto sent = Netlink{NETLINK_ROUTE}.talk(request, "set DCB of a long name");
  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == EMSGSIZE);
}

TEST_CASE("a message that says to be longer than what came isn't taken") {
  std::array<nlmsghdr, 2> bytes{};
  auto count = [&](std::uint32_t length) {
    bytes[0].nlmsg_len = length;
    bytes[1].nlmsg_len = NLMSG_HDRLEN;
    int messages = 0;
    for_each_message(bytes.data(), sizeof bytes, [&](const nlmsghdr&) { ++messages; });
    return messages;
  };
  CHECK(count(NLMSG_HDRLEN) == 2);
  CHECK(count(2 * NLMSG_HDRLEN) == 1);
  CHECK(count(2 * NLMSG_HDRLEN - 1) == 1);  // its padding ends what came
  CHECK(count(2 * NLMSG_HDRLEN + 1) == 0);
  CHECK(count(NLMSG_HDRLEN - 1) == 0);
  CHECK(count(0xd0550003) == 0);  // negative to libmnl
  CHECK(count(0xffffffff) == 0);
}

TEST_CASE("an answer: its own messages up to its end") {
  int messages = 0;
  Answer::Reply reply = [&](const nlmsghdr&) { ++messages; };
  auto message = [](std::uint16_t type, std::uint32_t sequence, std::uint16_t flags = 0) {
    Request request{type, flags};
    request.header(int{0});
    request.message().nlmsg_seq = sequence;
    const auto* bytes = reinterpret_cast<const char*>(&request.message());
    return std::string{bytes, request.message().nlmsg_len};
  };
  SUBCASE("of a get ends with the first") {
    Answer answer{7, false, reply};
    auto bytes = message(RTM_NEWLINK, 6) + message(NLMSG_NOOP, 7);
    CHECK_FALSE(answer.take(bytes.data(), bytes.size()));
    CHECK(messages == 0);
    bytes = message(RTM_NEWLINK, 7) + message(RTM_NEWLINK, 7);
    CHECK(answer.take(bytes.data(), bytes.size()));
    CHECK(messages == 1);
    CHECK(answer.ending().code == 0);
  }
  SUBCASE("of a dump ends with NLMSG_DONE") {
    Answer answer{7, true, reply};
    auto bytes = message(RTM_NEWLINK, 7) + message(RTM_NEWLINK, 7);
    CHECK_FALSE(answer.take(bytes.data(), bytes.size()));
    bytes = message(NLMSG_DONE, 7);
    CHECK(answer.take(bytes.data(), bytes.size()));
    CHECK(messages == 2);
    CHECK(answer.ending().code == 0);
  }
  SUBCASE("of a dump whose table changed meanwhile isn't all of it") {
    Answer answer{7, true, reply};
    auto bytes = message(RTM_NEWLINK, 7, NLM_F_DUMP_INTR) + message(NLMSG_DONE, 7);
    CHECK(answer.take(bytes.data(), bytes.size()));
    CHECK(answer.ending().code == EINTR);
  }
}

TEST_CASE("IPv4 routing: what isn't IPv4, or longer than an address, is none") {
  auto route_of = [](unsigned char family, unsigned char length) {
    Request request{RTM_NEWROUTE, 0};
    rtmsg header{};
    header.rtm_family = family;
    header.rtm_dst_len = length;
    header.rtm_type = RTN_UNICAST;
    request.header(header);
    request.put_u32(RTA_DST, swapped(0x0a010000));
    request.put_u32(RTA_OIF, 4);
    return parse_route(request.message());
  };
  auto route = route_of(AF_INET, 16);
  REQUIRE(route);
  CHECK(to_text(route->to) == "10.1.0.0/16");
  CHECK(route->ifindex == 4);
  CHECK_FALSE(route_of(AF_INET6, 16));
  CHECK_FALSE(route_of(AF_INET, 33));
  Request rule{RTM_NEWRULE, 0};
  rule.header(fib_rule_hdr{.family = AF_INET, .src_len = 64, .action = FR_ACT_TO_TBL});
  CHECK_FALSE(parse_rule(rule.message()));
  Request address{RTM_NEWADDR, 0};
  address.header(ifaddrmsg{.ifa_family = AF_INET6, .ifa_index = 4});
  address.put_u32(IFA_LOCAL, 1);
  CHECK_FALSE(parse_address(address.message()));
}

TEST_CASE("pause parameters of which one is lacking aren't told as off") {
  auto pause_of = [](bool whole) {
    Request request{0, 0};
    request.header(genlmsghdr{});
    request.put_u8(ETHTOOL_A_PAUSE_AUTONEG, 0);
    request.put_u8(ETHTOOL_A_PAUSE_RX, 1);
    if (whole) request.put_u8(ETHTOOL_A_PAUSE_TX, 1);
    return parse_pause(request.message());
  };
  CHECK(pause_of(true) == Pause{.autonegotiated = false, .receive = true, .transmit = true});
  CHECK_FALSE(pause_of(false));
}

}  // namespace roced::kernel
