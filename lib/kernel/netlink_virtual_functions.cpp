#include <fmt/format.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "kernel/netlink_links.hpp"

namespace roced::kernel {
Result<std::vector<VirtualFunction>> NetlinkLinks::virtual_functions(int ifindex) {
  auto action = fmt::format("read the virtual functions of link {}", ifindex);
  auto message = about(RTM_GETLINK, 0, ifindex);
  if (!message) return failure(ENOMEM, action);
  nla_put_u32(message.get(), IFLA_EXT_MASK, RTEXT_FILTER_VF | RTEXT_FILTER_SKIP_STATS);
  std::vector<VirtualFunction> functions;
  auto done = talk(message.get(), action, [&](const nlmsghdr& answer) { functions = parse_virtual_functions(answer); });
  if (!done) return tl::unexpected{done.error()};
  return functions;
}

Result<void> NetlinkLinks::set_virtual_function(int ifindex, const VirtualFunction& wanted) {
  const std::string action = "set a virtual function";
  auto message = about(RTM_SETLINK, NLM_F_ACK, ifindex);
  if (!message) return failure(ENOMEM, action);
  nlattr* list = nla_nest_start(message.get(), IFLA_VFINFO_LIST);
  nlattr* info = nla_nest_start(message.get(), IFLA_VF_INFO);
  if (wanted.trust) {
    ifla_vf_trust trust{.vf = wanted.number, .setting = *wanted.trust ? 1U : 0U};
    nla_put(message.get(), IFLA_VF_TRUST, sizeof trust, &trust);
  }
  if (wanted.spoof_check) {
    ifla_vf_spoofchk check{.vf = wanted.number, .setting = *wanted.spoof_check ? 1U : 0U};
    nla_put(message.get(), IFLA_VF_SPOOFCHK, sizeof check, &check);
  }
  if (wanted.min_rate && wanted.max_rate) {
    ifla_vf_rate rate{.vf = wanted.number, .min_tx_rate = *wanted.min_rate, .max_tx_rate = *wanted.max_rate};
    nla_put(message.get(), IFLA_VF_RATE, sizeof rate, &rate);
  }
  nla_nest_end(message.get(), info);
  nla_nest_end(message.get(), list);
  auto done = talk(message.get(), action, {});
  if (!done) done.error().action = fmt::format("set virtual function {} of {}", wanted.number, name_of(ifindex));
  return done;
}

}  // namespace roced::kernel
