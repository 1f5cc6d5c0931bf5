#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.hpp"
#include "kernel/links.hpp"

namespace roced::kernel {

/// The other network namespaces that have a name under /run/netns, as container runtimes and ip-netns(8) give them.
class Namespaces {
 public:
  virtual ~Namespaces() = default;

  /// Their names. No /run/netns is none, not an error.
  virtual Result<std::vector<std::string>> names() = 0;

  /// The links of these kinds in namespace `name` whose parent is in *our* namespace; Link::parent is its ifindex here,
  /// Link::ifindex the one there. Asked through RTM_GETLINK with IFLA_TARGET_NETNSID (since 4.20), which assigns
  /// nothing; a namespace without a nsid is entered (CAP_SYS_ADMIN). Errors: EPERM, ENOENT (it is gone).
  virtual Result<std::vector<Link>> children_in(const std::string& name,
                                                const std::vector<std::string_view>& kinds) = 0;
};

}  // namespace roced::kernel
