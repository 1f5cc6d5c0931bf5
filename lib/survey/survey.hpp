#pragma once

#include <string>

#include <tl/expected.hpp>

#include "kernel/kernel.hpp"
#include "profile/profile.hpp"

namespace roced::survey {

/// A profile that says what a node has now, and wants no more than that.
struct Survey {
  std::string text;  ///< as TOML, with comments on what looks wrong for RoCE
  profile::Profile profile;
};

/// Looks at the node and writes nothing. Where it has no RDMA NIC: the sentence that says so. `name` is what the
/// profile's comments and messages call its file.
tl::expected<Survey, std::string> survey(kernel::Kernel& kernel, const std::string& name);

}  // namespace roced::survey
