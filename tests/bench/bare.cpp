#include <array>
#include <cstring>

#include <fcntl.h>
#include <linux/dcbnl.h>
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

}  // namespace

std::size_t read_bare(const std::vector<std::string>& rails, const std::vector<int>& indices) {
  static int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  std::size_t values = 0;
  for (const char* key : {"arp_ignore", "arp_announce", "rp_filter"})
    values += read_file("/proc/sys/net/ipv4/conf/all/" + std::string{key});
  for (std::size_t i = 0; i < rails.size(); ++i) {
    values += ask_link(fd, indices[i]);
    values += ask_dcb(fd, rails[i]);
    for (const char* key : {"arp_ignore", "arp_announce", "rp_filter"})
      values += read_file("/proc/sys/net/ipv4/conf/" + rails[i] + "/" + key);
  }
  return values;
}

}  // namespace roced::bench
