#include "kernel/new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/handle.hpp"
#include "kernel/write_all.hpp"

namespace roced::kernel {
namespace {

/// 0 or an errno.
int fill(int fd, std::string_view text) {
  // mkostemp(3) lets its owner alone read it.
  constexpr mode_t all = 0666;
  auto mask = umask(0);
  umask(mask);
  if (fchmod(fd, all & ~mask) != 0) return errno;
  if (int error = write_all(fd, text); error != 0) return error;
  return fsync(fd) == 0 ? 0 : errno;
}

/// Never over a file that is there. 0 or an errno.
int move_to(const std::string& aside, const std::string& path) {
  if (renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL) return errno;
  return link(aside.c_str(), path.c_str()) == 0 ? 0 : errno;  // NFS has no such rename
}

}  // namespace

Result<void> create_file(const std::string& path, std::string_view text) {
  // A name that nobody can have prepared: the folder may be everybody's, as /tmp is.
  auto aside = path + ".XXXXXX";
  UniqueFd file{mkostemp(aside.data(), O_CLOEXEC)};
  if (!file) return failure(errno, "write " + path);
  int error = fill(file.get(), text);
  if (error == 0) error = move_to(aside, path);
  unlink(aside.c_str());
  if (error != 0) return failure(error, "write " + path);
  return {};
}

}  // namespace roced::kernel
