#include "rivals/tuned.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

using SysctlLines = std::vector<std::pair<std::string, std::vector<Line>>>;

/// Where a profile's tuned.conf stands: the admin's hides the distribution's (tuned-profiles(7)); TuneD 2.23 moved them
/// into a folder of their own.
std::string file_of(kernel::Files& files, std::string_view profile) {
  for (const char* folder : {"/etc/tuned/profiles", "/etc/tuned", "/usr/lib/tuned/profiles", "/usr/lib/tuned"})
    if (auto path = fmt::format("{}/{}/tuned.conf", folder, profile); files.exists(path)) return path;
  return {};
}

/// `include` of a profile may name several, with commas or spaces between them.
std::vector<std::string> names_in(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words{text};
  std::vector<std::string> names;
  for (std::string name; words >> name;) names.push_back(std::move(name));
  return names;
}

void take(kernel::Files& files, const std::string& profile, std::set<std::string>& seen, SysctlLines& found) {
  if (!seen.insert(profile).second) return;
  auto path = file_of(files, profile);
  auto text = files.read(path);
  if (!text) return;
  auto lines = lines_of(*text);
  for (const auto& line : lines)
    if (line.section == "main" && line.key == "include")
      for (const auto& name : names_in(line.value)) take(files, name, seen, found);
  std::erase_if(lines, [](const Line& line) { return line.section != "sysctl"; });
  found.emplace_back(std::move(path), std::move(lines));
}

}  // namespace

SysctlLines tuned_sysctl(kernel::Files& files) {
  SysctlLines found;
  if (service_state(files, "tuned.service").empty()) return found;
  std::set<std::string> seen;
  if (auto active = files.read("/etc/tuned/active_profile"))
    for (const auto& name : names_in(*active)) take(files, name, seen, found);
  return found;
}

}  // namespace roced::rivals
