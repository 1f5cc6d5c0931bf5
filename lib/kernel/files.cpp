#include "kernel/files.hpp"

#include <array>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/handle.hpp"
#include "kernel/write_all.hpp"

namespace roced::kernel {
namespace {

constexpr const char* debugfs = "/sys/kernel/debug/";

/// An attribute is at most a page and comes whole: asking for its end again would double the cost of a check. Other
/// files of /proc come in pieces of any size (seq_file).
bool is_attribute(std::string_view path) { return path.starts_with("/sys/") || path.starts_with("/proc/sys/"); }

/// Names that the kernel or a profile gave are parts of paths that are written.
bool leads_out(std::string_view path) { return (std::string{path} + '/').find("/../") != std::string::npos; }

Error led_out(const std::string& action) { return {EINVAL, action, "its path leads out of its folder"}; }

/// Some drivers' files in debugfs are 0400 and meant to be written all the same (bnxt_re): their owner may give himself
/// leave for a moment, and needs no power over others' files (CAP_DAC_OVERRIDE).
UniqueFd open_owned(const std::string& path) {
  constexpr int flags = O_WRONLY | O_CLOEXEC;
  constexpr mode_t permissions = 07777;
  UniqueFd file{open(path.c_str(), flags)};
  struct stat status {};
  if (file || errno != EACCES || path.find(debugfs) == std::string::npos) return file;
  if (stat(path.c_str(), &status) != 0 || chmod(path.c_str(), (status.st_mode & permissions) | S_IWUSR) != 0) return {};
  file = UniqueFd{open(path.c_str(), flags)};
  int error = errno;
  chmod(path.c_str(), status.st_mode & permissions);
  errno = error;
  return file;
}

int write_durably(const std::string& path, std::string_view text) {
  // Left over from a crash, or a symbolic link that somebody laid there: nothing is written through it.
  unlink(path.c_str());
  UniqueFd file{open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)};
  if (!file) return errno;
  // The umask of a service is strict; modprobe and others read these files.
  if (fchmod(file.get(), 0644) != 0) return errno;
  if (int error = write_all(file.get(), text); error != 0) return error;
  return fsync(file.get()) == 0 ? 0 : errno;
}

int sync_folder(const std::string& path) {
  UniqueFd folder{open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  return folder && fsync(folder.get()) == 0 ? 0 : errno;
}

}  // namespace

Result<std::string> Files::read(const std::string& path) {
  UniqueFd file{open((root_ + path).c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file) return failure(errno, "read " + path);
  std::array<char, 4096> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): read(2) fills it
  std::string text;
  for (;;) {
    auto got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(errno, "read " + path);
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (got == 0 || (is_attribute(path) && static_cast<std::size_t>(got) < buffer.size())) return text;
  }
}

Result<Mapping> Files::map(const std::string& path) {
  UniqueFd file{open((root_ + path).c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return failure(errno, "read " + path);
  if (!S_ISREG(status.st_mode)) return failure(EINVAL, "read " + path, "not a regular file");
  if (status.st_size == 0) return Mapping{};
  auto size = static_cast<std::size_t>(status.st_size);
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (at == MAP_FAILED) return failure(errno, "read " + path);
  return Mapping{{at, [size](void* mapped) { munmap(mapped, size); }}, {static_cast<const char*>(at), size}};
}

Result<FileTime> Files::changed(const std::string& path) {
  struct stat status {};
  if (stat((root_ + path).c_str(), &status) != 0) return failure(errno, "look at " + path);
  return FileTime{std::chrono::seconds{status.st_ctim.tv_sec} + std::chrono::nanoseconds{status.st_ctim.tv_nsec}};
}

Result<void> Files::write(const std::string& path, std::string_view text) {
  if (leads_out(path)) return tl::unexpected{led_out("write " + path)};
  auto file = open_owned(root_ + path);
  if (!file) return failure(errno, "write " + path);
  // One write(2): an attribute takes each as a whole value.
  auto written = ::write(file.get(), text.data(), text.size());
  if (written < 0) return failure(errno, "write " + path);
  if (static_cast<std::size_t>(written) != text.size()) return failure(EIO, "write " + path, "only a part was taken");
  return {};
}

Result<void> Files::replace(const std::string& path, std::string_view text) {
  auto target = root_ + path;
  auto aside = target + ".new";
  int error = write_durably(aside, text);
  if (error == 0 && rename(aside.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) error = sync_folder(target.substr(0, target.rfind('/') + 1));
  if (error == 0) return {};
  unlink(aside.c_str());
  return failure(error, "write " + path);
}

Result<std::vector<std::string>> Files::list(const std::string& path) {
  std::unique_ptr<DIR, Releaser<closedir>> folder{opendir((root_ + path).c_str())};
  if (!folder) return failure(errno, "list " + path);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(folder.get())) {
    std::string name{static_cast<const char*>(entry->d_name)};
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  if (errno != 0) return failure(errno, "list " + path);
  return names;
}

Result<std::string> Files::target(const std::string& path) {
  std::array<char, 4096> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): readlink(2) fills it
  auto length = readlink((root_ + path).c_str(), buffer.data(), buffer.size());
  if (length < 0) return failure(errno, "read the link " + path);
  return std::string{buffer.data(), static_cast<std::size_t>(length)};
}

bool Files::exists(const std::string& path) { return access((root_ + path).c_str(), F_OK) == 0; }

Result<void> Files::make_folder(const std::string& path) {
  constexpr mode_t mode = 0755;
  if (leads_out(path)) return tl::unexpected{led_out("make the folder " + path)};
  if (mkdir((root_ + path).c_str(), mode) == 0 || errno == EEXIST) return {};
  return failure(errno, "make the folder " + path);
}

Result<void> Files::remove_folder(const std::string& path) {
  if (leads_out(path)) return tl::unexpected{led_out("remove the folder " + path)};
  if (rmdir((root_ + path).c_str()) == 0) return {};
  return failure(errno, "remove the folder " + path);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white = " \t\r\n";
  auto first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace roced::kernel
