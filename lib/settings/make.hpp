#pragma once

#include <memory>
#include <vector>

#include "settings/setting.hpp"

namespace roced::settings {

using Settings = std::vector<std::unique_ptr<Setting>>;

/// One setting for each wish of the profile on each subject that it means: the node's, then each NIC's in the order of
/// the catalogue. They hold all that they need by value but for catalogue rows.
Settings make(const profile::Profile& profile, const node::Matching& matching);

/// One of them. `beside`: all wishes for the same subject, which some settings are compared in the light of.
std::unique_ptr<Setting> make_one(const profile::Wish& wish, const std::vector<profile::Wish>& beside, Subject subject,
                                  Terms terms);

}  // namespace roced::settings
