#include "rivals/rivals.hpp"

#include <algorithm>

namespace roced::rivals {

std::vector<node::Problem> find(kernel::Files& files, const profile::Profile& profile, const node::Matching& matching) {
  std::vector<node::Problem> problems;
  find_sysctl_files(files, matching, problems);
  find_link_files(files, matching, problems);
  find_hook_scripts(files, matching, problems);
  find_services(files, matching, problems);
  find_modprobe_files(files, profile, problems);
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

const profile::Wish* wish(const profile::Group& group, std::string_view name) {
  auto at = std::find_if(group.wishes.begin(), group.wishes.end(),
                         [&](const profile::Wish& each) { return each.row->name == name; });
  return at == group.wishes.end() ? nullptr : &*at;
}

}  // namespace roced::rivals
