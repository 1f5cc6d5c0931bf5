#pragma once

#include "kernel/netlink.hpp"
#include "kernel/routing.hpp"

namespace roced::kernel {

/// rtnetlink: RTM_GETADDR, RTM_GETRULE, RTM_GETROUTE and their like.
class NetlinkRouting final : public Routing {
 public:
  NetlinkRouting();

  Result<std::vector<Address>> addresses() override;
  Result<std::vector<Rule>> rules() override;
  Result<std::vector<Route>> routes() override;
  Result<void> add(const Rule& rule) override;
  Result<void> add(const Route& route) override;

 private:
  Netlink netlink_;
};

}  // namespace roced::kernel
