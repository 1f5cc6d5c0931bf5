#pragma once

#include <vector>

#include "profile/layer.hpp"

namespace roced::profile {

/// An error for each file of a profile, and each folder on the way to one or where one is looked for, that others than
/// root and this process's user may change. In a folder as /tmp is (sticky), what is there is nobody else's to replace.
void refuse_others(const Sources& sources, const std::vector<Layer>& layers, Findings& findings);

}  // namespace roced::profile
