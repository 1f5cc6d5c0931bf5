#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernel/dcb_message.hpp"
#include "kernel/link_message.hpp"
#include "kernel/netlink.hpp"

/// A netlink message of any content and length: nothing is read beyond its end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace roced::kernel;
  std::vector<std::uint8_t> bytes(NLMSG_HDRLEN + size);
  auto* header = reinterpret_cast<nlmsghdr*>(bytes.data());
  header->nlmsg_len = static_cast<std::uint32_t>(bytes.size());
  if (size > 0) std::memcpy(bytes.data() + NLMSG_HDRLEN, data, size);
  parse_link(*header);
  parse_dcb(*header);
  for (unsigned flags : {0U, unsigned{NLM_F_ACK_TLVS}, unsigned{NLM_F_ACK_TLVS | NLM_F_CAPPED}})
    for (int type : {NLMSG_ERROR, NLMSG_DONE}) {
      header->nlmsg_type = static_cast<std::uint16_t>(type);
      header->nlmsg_flags = static_cast<std::uint16_t>(flags);
      ending_of(*header);
    }
  return 0;
}
