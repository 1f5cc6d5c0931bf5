#pragma once

#include <memory>
#include <vector>

#include "settings/setting.hpp"

namespace roced::settings {

using Settings = std::vector<std::unique_ptr<Setting>>;

/// One setting for each wish of the profile on each subject that it means: the node's, then each NIC's in the order of
/// the catalogue. They hold all that they need by value but for catalogue rows.
Settings make(const profile::Profile& profile, const node::Matching& matching);

}  // namespace roced::settings
