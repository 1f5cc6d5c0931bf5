#pragma once

#include "kernel/dcb.hpp"
#include "kernel/netlink.hpp"

namespace roced::kernel {

/// DCB by rtnetlink (RTM_GETDCB, RTM_SETDCB; linux/dcbnl.h).
class NetlinkDcb final : public Dcb {
 public:
  NetlinkDcb();

  Result<DcbState> get(const std::string& netdev) override;
  Result<void> set(const std::string& netdev, const DcbChange& change) override;
  Result<void> remove(const std::string& netdev, const std::vector<App>& apps) override;
  Result<void> set_dcbx(const std::string& netdev, std::uint8_t mode) override;

 private:
  Result<void> change(Request& request, std::uint16_t answer, const std::string& action);

  Netlink netlink_;
};

}  // namespace roced::kernel
