#include "rivals/rivals.hpp"

#include <algorithm>

namespace roced::rivals {

std::vector<node::Problem> find(kernel::Files& files, const profile::Profile& profile, const node::Matching& matching,
                                EarlyBoot& early_boot) {
  std::vector<node::Problem> problems;
  find_sysctl_files(files, matching, problems);
  find_link_files(files, matching, problems);
  find_hook_scripts(files, matching, problems);
  find_services(files, matching, problems);
  find_modprobe_files(files, profile, problems);
  find_stale_initramfs(files, profile, early_boot, problems);
  return problems;
}

const profile::Group* owner(const node::Matching& matching, std::string_view table) {
  for (const auto& member : matching.members)
    for (const auto& wish : member.group->wishes) {
      auto name = wish.row->name;
      if (name == table || (name.starts_with(table) && name.substr(table.size()).starts_with('.'))) return member.group;
    }
  return nullptr;
}

const profile::Wish* wish(const std::vector<profile::Wish>& wishes, std::string_view name) {
  auto at =
      std::find_if(wishes.begin(), wishes.end(), [&](const profile::Wish& each) { return each.row->name == name; });
  return at == wishes.end() ? nullptr : &*at;
}

}  // namespace roced::rivals
