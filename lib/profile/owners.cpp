#include "profile/owners.hpp"

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace roced::profile {
namespace {

namespace fs = std::filesystem;

constexpr mode_t others_write = S_IWGRP | S_IWOTH;
constexpr mode_t permissions = 07777;

// A number: a directory of users may be behind the very network that this is about.
std::string owner_of(const struct stat& status) {
  return status.st_uid == 0 ? "root" : fmt::format("uid {}", status.st_uid);
}

class Owners {
 public:
  explicit Owners(Findings& findings) : findings_{findings} {}

  void look(const fs::path& path) {
    std::error_code error;
    walk(fs::absolute(path, error).lexically_normal());
    // Where links lead, whatever their way there.
    if (auto real = fs::canonical(path, error); !error) walk(real);
  }

 private:
  void walk(const fs::path& path) {
    if (!seen_.insert(path).second) return;
    if (path.has_relative_path()) walk(path.parent_path());
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0) return;
    if (S_ISLNK(status.st_mode)) return follow(path);
    // /dev/null, which masks a file, is everybody's.
    if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) judge(path, status);
  }

  void follow(const fs::path& link) {
    std::error_code error;
    auto target = fs::read_symlink(link, error);
    if (!error) walk((link.parent_path() / target).lexically_normal());
  }

  void judge(const fs::path& path, const struct stat& status) {
    bool folder = S_ISDIR(status.st_mode);
    bool foreign = status.st_uid != 0 && status.st_uid != geteuid();
    bool writable = (status.st_mode & others_write) != 0 && !(folder && (status.st_mode & S_ISVTX) != 0);
    if (!foreign && !writable) return;
    auto name = path.string();
    auto remedy = foreign ? fmt::format("chown root '{}'", name) : std::string{};
    if (writable) remedy += fmt::format("{}chmod go-w '{}'", foreign ? " && " : "", name);
    findings_.error(
        {std::make_shared<const std::string>(name), 0, 0},
        fmt::format("others than root may write {} (mode {:04o}, owner {}): it would decide what root writes",
                    folder ? "in it" : "it", status.st_mode & permissions, owner_of(status)),
        fmt::format("Once its content is as you want it: {}", remedy));
  }

  Findings& findings_;
  std::set<fs::path> seen_;
};

}  // namespace

void refuse_others(const Sources& sources, const std::vector<Layer>& layers, Findings& findings) {
  Owners owners{findings};
  bool extends = false;
  for (const auto& layer : layers) {
    owners.look(*layer.file);
    extends = extends || layer.kind == Layer::Kind::base;
  }
  if (!sources.drop_ins.empty()) owners.look(sources.drop_ins);
  // A base may be laid before the one that was found.
  if (extends)
    for (const auto& folder : sources.bases) owners.look(folder);
}

}  // namespace roced::profile
