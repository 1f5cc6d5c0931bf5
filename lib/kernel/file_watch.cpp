#include "kernel/file_watch.hpp"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace roced::kernel {
namespace {

constexpr long configfs = 0x62656570;  // statfs(2)

/// configfs drops a file's inode with its last user (kernel: configfs_dentry_ops), and with it the mark.
bool goes_unless_held(const UniqueFd& file) {
  struct statfs filesystem {};
  return fstatfs(file.get(), &filesystem) == 0 && filesystem.f_type == configfs;
}

constexpr int most_at_once = 64;  // reads in one drain: a storm mustn't keep the loop from everything else

}  // namespace

Result<FileWatch> FileWatch::open() {
  UniqueFd fd{fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_NONBLOCK, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd) return failure(errno, "listen to writes to files");
  return FileWatch{std::move(fd)};
}

void FileWatch::watch(const std::set<std::string>& paths) {
  // A file that went and came again is another one, though its path is the same.
  fanotify_mark(fd_.get(), FAN_MARK_FLUSH, 0, AT_FDCWD, nullptr);
  paths_.clear();
  held_.clear();
  for (const auto& path : paths) {
    UniqueFd file{::open(path.c_str(), O_PATH | O_CLOEXEC)};
    struct stat status {};
    if (!file || fanotify_mark(fd_.get(), FAN_MARK_ADD, FAN_MODIFY, AT_FDCWD, path.c_str()) != 0) continue;
    if (fstat(file.get(), &status) == 0) paths_[{status.st_dev, status.st_ino}] = path;
    if (goes_unless_held(file)) held_.push_back(std::move(file));
  }
}

std::vector<FileNews> FileWatch::drain() {
  std::vector<FileNews> news;
  alignas(fanotify_event_metadata) std::array<char, 4096> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (int reads = 0; reads < most_at_once; ++reads) {
    auto got = read(fd_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    // A file that can't be opened any more to be told of (it went, or no descriptors are left) is lost with its event.
    if (got < 0 && errno != EAGAIN) news.push_back({});
    if (got <= 0) break;
    const auto* event = reinterpret_cast<const fanotify_event_metadata*>(buffer.data());
    for (; FAN_EVENT_OK(event, got); event = FAN_EVENT_NEXT(event, got)) {
      UniqueFd file{event->fd};
      if ((event->mask & FAN_Q_OVERFLOW) != 0) news.push_back({});
      struct stat status {};
      if (!file || event->pid == getpid() || fstat(file.get(), &status) != 0) continue;
      auto path = paths_.find({status.st_dev, status.st_ino});
      if (path != paths_.end()) news.push_back({path->second, process(files_, event->pid)});
    }
  }
  return news;
}

}  // namespace roced::kernel
