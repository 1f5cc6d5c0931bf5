#include "history/access.hpp"

#include <filesystem>
#include <system_error>

#include <unistd.h>

namespace roced::history {
namespace {

namespace fs = std::filesystem;

/// "system.journal", "system@….journal", and "….journal~", which an unclean end left; not "user-1000.journal".
bool is_system_journal(const fs::path& path) {
  auto name = path.filename().string();
  return !name.starts_with("user-") && (name.ends_with(".journal") || name.ends_with(".journal~"));
}

void add(const fs::path& folder, unsigned depth, Access& access) {
  std::error_code error;
  fs::directory_iterator entries{folder, error};
  if (error == std::errc::permission_denied) ++access.files;
  if (error) return;
  for (const auto& entry : entries) {
    if (depth > 0 && entry.is_directory(error)) add(entry.path(), depth - 1, access);
    if (!is_system_journal(entry.path())) continue;
    ++access.files;
    if (::access(entry.path().c_str(), R_OK) == 0) ++access.readable;
  }
}

}  // namespace

Access access_to(const std::vector<std::string>& folders) {
  Access access;
  for (const auto& folder : folders) add(folder, 1, access);
  return access;
}

}  // namespace roced::history
