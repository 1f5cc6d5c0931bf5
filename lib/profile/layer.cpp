#include "profile/layer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "kernel/error.hpp"
#include "profile/parse.hpp"

namespace roced::profile {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

struct Descriptor {
  int number;
  explicit Descriptor(int fd) : number{fd} {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

/// A file, or /dev/null, which masks one; never a pipe that nobody writes to.
bool is_readable_kind(const struct stat& status) {
  constexpr unsigned null_major = 1, null_minor = 3;
  return S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && status.st_rdev == makedev(null_major, null_minor));
}

std::optional<std::string> read_file(const std::filesystem::path& path, const FileName& name, Findings& findings) {
  auto refuse = [&](const std::string& why) {
    findings.error({name, 0, 0}, why);
    return std::nullopt;
  };
  auto unreadable = [&](int code) { return refuse("it can't be read: " + kernel::errno_text(code)); };
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0) return unreadable(errno);
  struct stat status {};
  if (fstat(file.number, &status) != 0) return unreadable(errno);
  if (S_ISDIR(status.st_mode)) return unreadable(EISDIR);
  if (!is_readable_kind(status)) return refuse("it is not a file");
  std::string text;
  std::array<char, 16384> chunk{};
  for (;;) {
    auto count = read(file.number, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(errno);
    if (count == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(count));
    if (text.size() > most_bytes) return refuse("it is larger than 1 MiB");
  }
}

/// Hidden ones are editors' and package managers' own.
bool is_drop_in(const std::filesystem::path& path) {
  auto name = path.filename().string();
  return name.ends_with(".toml") && !name.starts_with('.');
}

}  // namespace

Layer parse_layer(const std::string& name, std::string_view text, Layer::Kind kind, Findings& findings) {
  Layer layer{kind, std::make_shared<const std::string>(name), {}};
  if (auto tree = parse(text, layer.file, findings)) layer.tree = std::move(*tree);
  return layer;
}

Layer read_layer(const std::filesystem::path& path, Layer::Kind kind, Findings& findings) {
  Layer layer{kind, std::make_shared<const std::string>(path.string()), {}};
  auto text = read_file(path, layer.file, findings);
  if (!text) return layer;
  if (auto tree = parse(*text, layer.file, findings)) layer.tree = std::move(*tree);
  return layer;
}

std::vector<Layer> drop_ins_of(const std::filesystem::path& folder, Findings& findings) {
  if (folder.empty()) return {};
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  std::filesystem::directory_iterator entry{folder, error};
  for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error))
    if (is_drop_in(entry->path())) paths.push_back(entry->path());
  if (error && error != std::errc::no_such_file_or_directory)
    findings.error({std::make_shared<const std::string>(folder.string()), 0, 0},
                   "it can't be read: " + kernel::errno_text(error.value()));
  std::sort(paths.begin(), paths.end());
  std::vector<Layer> layers;
  layers.reserve(paths.size());
  for (const auto& path : paths) layers.push_back(read_layer(path, Layer::Kind::drop_in, findings));
  return layers;
}

}  // namespace roced::profile
