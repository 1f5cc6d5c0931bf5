#pragma once

#include <vector>

#include "node/matching.hpp"
#include "node/node.hpp"
#include "rivals/early_boot.hpp"

/// Who else writes what the profile names: files that are applied at boot or when a NIC comes, and services that own a
/// part of it. Found by looking at files alone; asked at discovery, not in every check.
namespace roced::rivals {

/// One problem ("also-written", "initramfs-stale": warnings) for each file or service that will set something else than
/// the profile wants, or that owns it.
std::vector<node::Problem> find(kernel::Files& files, const profile::Profile& profile, const node::Matching& matching,
                                EarlyBoot& early_boot);

// The parts of it.
void find_sysctl_files(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems);
void find_link_files(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems);
void find_hook_scripts(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems);
void find_services(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems);
void find_modprobe_files(kernel::Files& files, const profile::Profile& profile, std::vector<node::Problem>& problems);
void find_stale_initramfs(kernel::Files& files, const profile::Profile& profile, EarlyBoot& early_boot,
                          std::vector<node::Problem>& problems);

/// "runs": the unit has a control group. "is started at boot": a target's folder has a link to it, as systemctl enable
/// makes one. Else empty.
std::string_view service_state(kernel::Files& files, std::string_view unit);

/// The running services that may well have changed what the kernel tells of without saying who: "likely by
/// lldpad.service"; empty where none runs.
std::string likely_writer(kernel::Files& files, catalog::Event event);

/// The first group with a NIC here that has settings of a table, or the single setting of that name; nullptr where none
/// has.
const profile::Group* owner(const node::Matching& matching, std::string_view table);

/// The wish for a setting, nullptr where there is none.
const profile::Wish* wish(const std::vector<profile::Wish>& wishes, std::string_view name);

}  // namespace roced::rivals
