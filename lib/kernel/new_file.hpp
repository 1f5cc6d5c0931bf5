#pragma once

#include <string>
#include <string_view>

#include "kernel/error.hpp"

namespace roced::kernel {

/// A file that a person asked for: written aside, synced and renamed, so that it is whole or not there. EEXIST where
/// one is there already, also where it came a moment ago.
Result<void> create_file(const std::string& path, std::string_view text);

}  // namespace roced::kernel
