#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "rivals/configuration.hpp"
#include "rivals/rivals.hpp"

namespace roced::rivals {
namespace {

/// A file that may set the MTU of a NIC.
struct LinkFile {
  std::string path;
  std::vector<Line> lines;

  /// The line with a key in a section, the last one where there are several.
  const Line* line(std::string_view section, std::string_view key) const {
    auto at = std::find_if(lines.rbegin(), lines.rend(),
                           [&](const Line& each) { return each.section == section && each.key == key; });
    return at == lines.rend() ? nullptr : &*at;
  }
};

std::vector<LinkFile> read(kernel::Files& files, const std::vector<std::string>& folders, std::string_view ending) {
  std::vector<LinkFile> found;
  for (const auto& path : configuration_files(files, folders, ending))
    if (auto text = files.read(path)) found.push_back({path, lines_of(*text)});
  return found;
}

/// Whether [Match] of systemd.link(5) or systemd.network(5) means a NIC; conditions that can't be told from here
/// (Path=, Type=, Host=) leave it open: not said then.
bool means(const LinkFile& file, const node::Nic& nic) {
  bool any = false;
  for (const auto& line : file.lines) {
    if (line.section != "Match") continue;
    bool by_name = line.key == "Name" || line.key == "OriginalName";
    if (!by_name && line.key != "Driver") return false;
    if (!any_means(line.value, by_name ? nic.netdev : nic.driver)) return false;
    any = true;
  }
  return any;
}

void tell(const node::Nic& nic, const profile::Wish& mtu, const LinkFile& file, const Line& line, std::string_view who,
          std::vector<node::Problem>& problems) {
  if (same(line.value, mtu.value) || line.value == "0" || line.value == "auto") return;
  problems.push_back(
      {profile::Severity::warning, "also-written",
       fmt::format("mtu of {}: {}:{} has {} set it to {}, the profile ({}) wants {}. Change it there, too", nic.netdev,
                   file.path, line.number, who, line.value, mtu.origin.text(), to_text(mtu.value))});
}

const std::vector<std::string> networkd{"/etc/systemd/network", "/run/systemd/network",
                                        "/usr/local/lib/systemd/network", "/usr/lib/systemd/network"};
const std::vector<std::string> network_manager{"/etc/NetworkManager/system-connections",
                                               "/run/NetworkManager/system-connections"};

class LinkFiles {
 public:
  explicit LinkFiles(kernel::Files& files)
      : links_{read(files, networkd, ".link")},
        networks_{read(files, networkd, ".network")},
        connections_{read(files, network_manager, ".nmconnection")} {}

  void judge(const node::Nic& nic, const profile::Wish& mtu, std::vector<node::Problem>& problems) const {
    // The first file that matches is the only one that counts.
    for (const auto& [files, who] : {std::pair{&links_, "udev"}, std::pair{&networks_, "systemd-networkd"}}) {
      auto file = std::find_if(files->begin(), files->end(), [&](const LinkFile& each) { return means(each, nic); });
      if (file == files->end()) continue;
      if (const auto* line = file->line("Link", "MTUBytes")) tell(nic, mtu, *file, *line, who, problems);
    }
    for (const auto& file : connections_) {
      const auto* name = file.line("connection", "interface-name");
      const auto* line = file.line("ethernet", "mtu");
      if (name != nullptr && line != nullptr && name->value == nic.netdev)
        tell(nic, mtu, file, *line, "NetworkManager", problems);
    }
  }

 private:
  std::vector<LinkFile> links_, networks_, connections_;
};

}  // namespace

void find_link_files(kernel::Files& files, const node::Matching& matching, std::vector<node::Problem>& problems) {
  std::optional<LinkFiles> all;
  for (const auto& member : matching.members) {
    const auto* mtu = wish(member.group->wishes, "mtu");
    if (mtu == nullptr || member.nic.netdev.empty()) continue;
    if (!all) all.emplace(files);
    all->judge(member.nic, *mtu, problems);
  }
}

}  // namespace roced::rivals
