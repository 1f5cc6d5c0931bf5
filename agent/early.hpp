#pragma once

#include "profile/load.hpp"

namespace roced::agent {

/// What must be done before the boot makes network namespaces: the RDMA netns mode, where the profile enforces one. All
/// else is left to the daemon, and what can't be done is told in the journal. The program's exit status: 0 set or
/// nothing to set, 2 not set, 1 the profile has errors.
int early(const profile::Sources& sources);

}  // namespace roced::agent
