#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// An IPv4 network; one address where length is 32.
struct Network {
  std::uint32_t address = 0;  ///< host order, bits beyond the length are 0
  unsigned length = 32;
  auto operator<=>(const Network&) const = default;
};

/// "10.1.0.0/24", "10.1.0.2", "default"
std::string to_text(const Network& network);

struct Address {
  int ifindex = 0;
  std::uint32_t address = 0;  ///< host order
};

/// A rule "from NETWORK lookup TABLE" (ip rule). Rules that choose by anything else too aren't told.
struct Rule {
  Network from;
  std::uint32_t table = 0;
  auto operator<=>(const Rule&) const = default;
};

/// A unicast route with one next hop.
struct Route {
  std::uint32_t table = 254;  ///< 254: main (linux/rtnetlink.h, RT_TABLE_MAIN)
  Network to;
  std::uint32_t gateway = 0;  ///< host order; 0: what it leads to is on the link
  int ifindex = 0;
  std::uint32_t source = 0;  ///< the address that packets get (src); 0: the kernel chooses
  auto operator<=>(const Route&) const = default;
};

/// IPv4 addresses, rules and routes of one network namespace. Errors: EPERM; EEXIST (the route is there); ENETUNREACH
/// (the gateway isn't on the link); ENETDOWN (the link isn't up).
class Routing {
 public:
  virtual ~Routing() = default;

  virtual Result<std::vector<Address>> addresses() = 0;
  virtual Result<std::vector<Rule>> rules() = 0;
  virtual Result<std::vector<Route>> routes() = 0;
  /// Before all rules that are there but that of the table local, as `ip rule add` does it; one that is there already
  /// is there twice then.
  virtual Result<void> add(const Rule& rule) = 0;
  virtual Result<void> add(const Route& route) = 0;
};

}  // namespace roced::kernel
