#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernel/files.hpp"
#include "rivals/configuration.hpp"

namespace roced::rivals {

/// The [sysctl] lines of TuneD's active profiles and of those that they include, with their files, in the order in
/// which they count. Nothing where tuned.service neither runs nor is started at boot.
std::vector<std::pair<std::string, std::vector<Line>>> tuned_sysctl(kernel::Files& files);

}  // namespace roced::rivals
