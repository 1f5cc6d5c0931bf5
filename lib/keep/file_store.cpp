#include "keep/file_store.hpp"

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "keep/kept_json.hpp"
#include "kernel/files.hpp"

namespace roced::keep {
namespace {

constexpr const char* name = "state.json";
constexpr const char* aside = "state.json.damaged";

bool is_there(const std::filesystem::path& path) { return kernel::Files{}.exists(path.string()); }

}  // namespace

std::filesystem::path FileStore::folder() {
  const char* given = std::getenv("STATE_DIRECTORY");
  return given != nullptr ? given : "/var/lib/roced";
}

kernel::Result<Kept> read_kept(const std::filesystem::path& folder) {
  auto path = (folder / name).string();
  auto text = kernel::Files{}.read(path);
  if (!text && text.error().code == ENOENT) return Kept{};
  if (!text) return tl::unexpected{text.error()};
  try {
    return kept_from(*text);
  } catch (const std::exception& error) {
    return kernel::failure(EBADMSG, "read " + path, error.what());
  }
}

FileStore::FileStore(std::filesystem::path folder) : folder_{std::move(folder)} { read(); }

std::string FileStore::path() const { return (folder_ / name).string(); }

std::string FileStore::set_aside_before() const {
  return damage_.empty() && is_there(folder_ / aside) ? (folder_ / aside).string() : std::string{};
}

void FileStore::read() {
  auto kept = read_kept(folder_);
  damage_.clear();
  unread_.reset();
  if (kept) {
    kept_ = std::move(*kept);
    on_disk_ = is_there(path());
    return;
  }
  const auto& error = kept.error();
  if (error.code == EBADMSG || error.code == EISDIR) return set_aside(error.reason());
  unread_ = error;
  damage_ = fmt::format(
      "{} can't be read ({}): it may tell what settings were before roced's first change of them, so that nothing is "
      "changed until it can be",
      path(), error.reason());
}

void FileStore::set_aside(const std::string& why) {
  std::error_code failed;
  std::filesystem::rename(path(), folder_ / aside, failed);
  damage_ = fmt::format(
      "{} can't be read ({}) and was {} as {}: what settings were before roced's first change of them isn't known any "
      "more, restore knows only of changes from now on; a pause, or an apply that was to be confirmed, is forgotten",
      path(), why, failed ? "not set aside (" + failed.message() + ")" : "set aside", aside);
}

bool FileStore::read_again() {
  if (!unread_) return false;
  read();
  return !unread_;
}

bool FileStore::write_again() {
  bool removed = on_disk_ && !is_there(path());
  if (removed || unsaved_) change_anyway([](Kept&) {});
  return removed;
}

kernel::Result<void> FileStore::keep(const std::vector<converge::Intent>& intents, const settings::LastWrites& last) {
  if (unread_) return tl::unexpected{*unread_};
  Values grown;
  for (const auto& [setting, from] : intents)
    if (auto key = key_of(setting->subject().nic, setting->row().name); from && !kept_.originals.contains(key))
      grown.emplace(std::move(key), setting->way_back(*from));
  if (grown.empty() && last.empty()) return {};
  return change([&](Kept& kept) {
    kept.originals.merge(grown);
    kept.last_writes.insert(last.begin(), last.end());
  });
}

void FileStore::finished(const settings::LastWrites& last) {
  change_anyway([&](Kept& kept) {
    for (const auto& [path, text] : last) kept.last_writes.erase(path);
  });
}

kernel::Result<void> FileStore::change(const std::function<void(Kept&)>& how) {
  auto next = kept_;
  how(next);
  if (auto done = save(next); !done) return done;
  kept_ = std::move(next);
  return {};
}

void FileStore::change_anyway(const std::function<void(Kept&)>& how) {
  how(kept_);
  if (auto done = save(kept_); !done) unsaved_ = done.error();
}

kernel::Result<void> FileStore::save(const Kept& kept) {
  if (unread_) return tl::unexpected{*unread_};
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return kernel::failure(error.value(), "make " + folder_.string());
  if (auto done = kernel::Files{}.replace(path(), to_json(kept)); !done) return done;
  on_disk_ = true;
  unsaved_.reset();
  return {};
}

}  // namespace roced::keep
