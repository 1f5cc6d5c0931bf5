#include <array>
#include <cstring>

#include <fcntl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rails.hpp"

namespace roced::bench {
namespace {

std::size_t read_file(const std::string& path) {
  std::array<char, 4096> buffer{};
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  auto got = read(fd, buffer.data(), buffer.size());
  close(fd);
  return got > 0 ? 1 : 0;
}

/// One request and its one reply.
std::size_t ask(int fd, const void* request, std::size_t size) {
  static std::array<char, 65536> reply;
  if (send(fd, request, size, 0) < 0) return 0;
  return recv(fd, reply.data(), reply.size(), 0) > 0 ? 1 : 0;
}

std::size_t ask_link(int fd, int ifindex) {
  struct {
    nlmsghdr header;
    ifinfomsg link;
    rtattr attribute;
    unsigned mask;
  } request{};
  request.header = {sizeof request, RTM_GETLINK, NLM_F_REQUEST, 1, 0};
  request.link.ifi_index = ifindex;
  request.attribute = {sizeof(rtattr) + sizeof(unsigned), IFLA_EXT_MASK};
  request.mask = RTEXT_FILTER_SKIP_STATS;
  return ask(fd, &request, sizeof request);
}

std::size_t ask_dcb(int fd, const std::string& name) {
  struct {
    nlmsghdr header;
    dcbmsg dcb;
    rtattr attribute;
    char name[16];
  } request{};
  request.header = {sizeof request, RTM_GETDCB, NLM_F_REQUEST, 1, 0};
  request.dcb.cmd = DCB_CMD_IEEE_GET;
  request.attribute = {static_cast<unsigned short>(sizeof(rtattr) + name.size() + 1), DCB_ATTR_IFNAME};
  std::memcpy(request.name, name.c_str(), name.size() + 1);
  return ask(fd, &request, sizeof request);
}

std::uint16_t ethtool_family(int fd) {
  struct {
    nlmsghdr header;
    genlmsghdr command;
    rtattr attribute;
    char name[8];
  } request{};
  request.header = {sizeof request, GENL_ID_CTRL, NLM_F_REQUEST, 1, 0};
  request.command = {CTRL_CMD_GETFAMILY, 1, 0};
  request.attribute = {sizeof(rtattr) + sizeof ETHTOOL_GENL_NAME, CTRL_ATTR_FAMILY_NAME};
  std::memcpy(request.name, ETHTOOL_GENL_NAME, sizeof ETHTOOL_GENL_NAME);
  alignas(nlmsghdr) std::array<char, 4096> reply{};
  if (send(fd, &request, sizeof request, 0) < 0) return 0;
  auto size = recv(fd, reply.data(), reply.size(), 0);
  auto left = size - static_cast<ssize_t>(NLMSG_LENGTH(GENL_HDRLEN));
  const auto* attribute = reinterpret_cast<const rtattr*>(reply.data() + NLMSG_LENGTH(GENL_HDRLEN));
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
    if (attribute->rta_type == CTRL_ATTR_FAMILY_ID) return *static_cast<const std::uint16_t*>(RTA_DATA(attribute));
  return 0;
}

std::size_t ask_pause(int fd, const std::string& name) {
  static std::uint16_t family = ethtool_family(fd);
  struct {
    nlmsghdr header;
    genlmsghdr command;
    rtattr nest, attribute;
    char name[16];
  } request{};
  request.header = {sizeof request, family, NLM_F_REQUEST, 1, 0};
  request.command = {ETHTOOL_MSG_PAUSE_GET, ETHTOOL_GENL_VERSION, 0};
  request.nest = {sizeof(rtattr) + sizeof(rtattr) + sizeof request.name, ETHTOOL_A_PAUSE_HEADER | NLA_F_NESTED};
  request.attribute = {static_cast<unsigned short>(sizeof(rtattr) + name.size() + 1), ETHTOOL_A_HEADER_DEV_NAME};
  std::memcpy(request.name, name.c_str(), name.size() + 1);
  return ask(fd, &request, sizeof request);
}

}  // namespace

std::size_t read_bare(const Asked& asked, const std::vector<std::string>& rails, const std::vector<int>& indices,
                      bool pause) {
  static int route = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  static int generic = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
  std::size_t answers = 0;
  for (const auto& file : asked.files) answers += read_file(file);
  for (std::size_t i = 0; i < rails.size(); ++i) {
    answers += ask_link(route, indices[i]);
    answers += ask_dcb(route, rails[i]);
    if (pause) answers += ask_pause(generic, rails[i]);
  }
  return answers;
}

}  // namespace roced::bench
