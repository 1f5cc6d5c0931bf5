#include <optional>

#include <fmt/format.h>
#include <fnmatch.h>

#include "rivals/configuration.hpp"
#include "rivals/rivals.hpp"
#include "rivals/tuned.hpp"

namespace roced::rivals {
namespace {

/// An assignment of net.ipv4.conf.IF.KEY.
struct Assignment {
  std::string interface;  ///< may be a glob, "all", "default"
  std::string key, value;
  std::string place;      ///< "/etc/sysctl.d/90-net.conf:3"
  std::string_view when;  ///< "at boot and when the NIC comes"
  bool excludes = false;  ///< "-net.ipv4.conf.NAME.KEY" without a value: globs don't apply to it
};

/// "net/ipv4/conf/eth0.100/rp_filter": the first separator says which one it is; dots and slashes are swapped where it
/// is a dot (sysctl.d(5)).
std::string with_slashes(std::string key) {
  auto first = key.find_first_of("./");
  if (first == std::string::npos || key[first] == '/') return key;
  for (char& each : key) {
    if (each == '.')
      each = '/';
    else if (each == '/')
      each = '.';
  }
  return key;
}

std::optional<Assignment> assignment_of(const Line& line, const std::string& path, std::string_view when) {
  bool minus = line.key.starts_with('-');
  auto key = with_slashes(minus ? line.key.substr(1) : line.key);
  constexpr std::string_view prefix = "net/ipv4/conf/";
  auto last = key.rfind('/');
  if (!key.starts_with(prefix) || last < prefix.size()) return {};
  return Assignment{key.substr(prefix.size(), last - prefix.size()),
                    key.substr(last + 1),
                    line.value,
                    fmt::format("{}:{}", path, line.number),
                    when,
                    minus && line.value.empty()};
}

/// In the order in which they count: TuneD applies sysctl.d anew after its own (reapply_sysctl of tuned-main.conf).
std::vector<Assignment> assignments(kernel::Files& files) {
  std::vector<Assignment> found;
  auto take = [&](const std::string& path, const std::vector<Line>& lines, std::string_view when) {
    for (const auto& line : lines)
      if (auto assignment = assignment_of(line, path, when)) found.push_back(std::move(*assignment));
  };
  for (const auto& [path, lines] : tuned_sysctl(files)) take(path, lines, "when TuneD starts");
  auto paths = configuration_files(
      files, {"/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d"}, ".conf");
  paths.emplace_back("/etc/sysctl.conf");  // procps reads it last; systemd-sysctl by way of a link in sysctl.d
  for (const auto& path : paths)
    if (auto text = files.read(path)) take(path, lines_of(*text), "at boot and when the NIC comes");
  return found;
}

/// The one that counts for an interface: the last that names it; a glob only where none does.
const Assignment* effective(const std::vector<Assignment>& all, const std::string& interface, std::string_view key) {
  const Assignment* by_name = nullptr;
  const Assignment* by_glob = nullptr;
  for (const auto& each : all) {
    if (each.key != key) continue;
    if (each.interface == interface)
      by_name = &each;
    else if (fnmatch(each.interface.c_str(), interface.c_str(), 0) == 0)
      by_glob = &each;
  }
  if (by_name == nullptr) return by_glob;
  return by_name->excludes ? nullptr : by_name;
}

}  // namespace

void find_sysctl_files(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems) {
  std::optional<std::vector<Assignment>> all;
  for (const auto& member : matching.members)
    for (const auto& wish : member.group->wishes) {
      if (wish.row->table() != "sysctl" || member.nic.netdev.empty()) continue;
      if (!all) all = assignments(files);
      const auto* set = effective(*all, member.nic.netdev, wish.row->key());
      if (set == nullptr || same(set->value, wish.value)) continue;
      problems.push_back(
          {profile::Severity::warning, "also-written",
           fmt::format("{} of {}: {} sets it to {} {}, the profile ({}) wants {}. Change the "
                       "line, or add net.ipv4.conf.{}.{} = {} to a file that sorts after it",
                       wish.row->name, member.nic.netdev, set->place, set->value, set->when, wish.origin.text(),
                       to_text(wish.value), member.nic.netdev, wish.row->key(), to_text(wish.value))});
    }
}

}  // namespace roced::rivals
