#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.hpp"
#include "kernel/handle.hpp"
#include "kernel/process.hpp"

namespace roced::kernel {

/// Somebody wrote to a file that is watched.
struct FileNews {
  std::string path;  ///< empty: the queue overflowed, anything may have been written
  Process by;
};

/// Hears of writes to files of /sys and /proc/sys, and who made them (fanotify(7)). Those of roced itself aren't told,
/// nor those through another instance of proc, as a container or a service with ProcSubset= or ProtectProc= has one;
/// the kernel's own changes aren't either.
class FileWatch {
 public:
  /// EPERM without CAP_SYS_ADMIN, which is needed here only.
  static Result<FileWatch> open();

  int fd() const { return fd_.get(); }
  /// From now on these files and no others. One that isn't there is left out.
  void watch(const std::set<std::string>& paths);
  /// All that has come, without waiting.
  std::vector<FileNews> drain();

 private:
  using Inode = std::pair<std::uint64_t, std::uint64_t>;  ///< device and number
  explicit FileWatch(UniqueFd fd) : fd_{std::move(fd)} {}

  UniqueFd fd_;
  std::map<Inode, std::string> paths_;
  std::vector<UniqueFd> held_;  ///< of configfs, whose files have another inode at each opening unless one is held
  Files files_;
};

}  // namespace roced::kernel
