#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// Another text in each boot.
constexpr const char* boot_id_file = "/proc/sys/kernel/random/boot_id";

/// A large file's content, without a copy of it: mapped for as long as `owner` lives.
struct Mapping {
  std::shared_ptr<const void> owner;
  std::string_view text;
};

using FileTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;

/// Files under /sys, /proc, configfs, and those of /etc that the kernel's tools read. Paths are absolute; they are
/// looked up below `root`. Errors: those of open(2), read(2) and write(2).
class Files {
 public:
  explicit Files(const std::filesystem::path& root = "/") : root_{root == "/" ? "" : root.string()} {}
  virtual ~Files() = default;

  /// The whole content, as it is.
  virtual Result<std::string> read(const std::string& path);
  /// The same of a file on a disk that may be too large to hold twice.
  virtual Result<Mapping> map(const std::string& path);
  /// When a file, or what is in a folder, last changed: ctime, which nobody can set.
  virtual Result<FileTime> changed(const std::string& path);
  /// In one write(2), as kernel attributes want it; the file must exist.
  virtual Result<void> write(const std::string& path, std::string_view text);
  /// A file of /etc: written aside, synced and renamed over. Its folder must exist.
  virtual Result<void> replace(const std::string& path, std::string_view text);
  /// The names in a folder, in no order.
  virtual Result<std::vector<std::string>> list(const std::string& path);
  /// Where a symbolic link points, as it is written.
  virtual Result<std::string> target(const std::string& path);
  virtual bool exists(const std::string& path);
  /// In configfs, folders are how things are made: what is in them then comes by itself. One that is there is fine.
  virtual Result<void> make_folder(const std::string& path);
  /// An empty one, or one of configfs with what the kernel put into it.
  virtual Result<void> remove_folder(const std::string& path);

 private:
  std::string root_;
};

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace roced::kernel
