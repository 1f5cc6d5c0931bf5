#pragma once

#include <string>
#include <vector>

#include "profile/profile.hpp"

namespace roced::bench {

/// A profile that names, for these NICs, every setting that a check can read there by system calls alone: those of
/// `require` go through libibverbs, and are left out.
profile::Profile all_settings(const std::vector<std::string>& rails);

}  // namespace roced::bench
