#include "keep/file_store.hpp"

#include <cstdlib>
#include <exception>

#include <fmt/format.h>

#include "keep/kept_json.hpp"
#include "kernel/files.hpp"

namespace roced::keep {
namespace {

constexpr const char* name = "state.json";
constexpr const char* aside = "state.json.damaged";

}  // namespace

std::filesystem::path FileStore::folder() {
  const char* given = std::getenv("STATE_DIRECTORY");
  return given != nullptr ? given : "/var/lib/roced";
}

tl::expected<Kept, std::string> read_kept(const std::filesystem::path& folder) {
  auto text = kernel::Files{}.read((folder / name).string());
  if (!text && text.error().code == ENOENT) return Kept{};
  if (!text) return tl::unexpected{text.error().reason()};
  try {
    return kept_from(*text);
  } catch (const std::exception& error) {
    return tl::unexpected<std::string>{error.what()};
  }
}

FileStore::FileStore(std::filesystem::path folder) : folder_{std::move(folder)} {
  auto kept = read_kept(folder_);
  if (kept) {
    kept_ = std::move(*kept);
    return;
  }
  auto path = (folder_ / name).string();
  std::error_code failed;
  std::filesystem::rename(path, folder_ / aside, failed);
  damage_ = fmt::format(
      "{} can't be read ({}) and was {} as {}: what settings were before roced's first change of them isn't known any "
      "more, restore knows only of changes from now on; a pause, or an apply that was to be confirmed, is forgotten",
      path, kept.error(), failed ? "not set aside (" + failed.message() + ")" : "set aside", aside);
}

kernel::Result<void> FileStore::keep(const std::vector<converge::Intent>& intents) {
  Values grown;
  for (const auto& [setting, from] : intents)
    if (auto key = key_of(setting->subject().nic, setting->row().name); from && !kept_.originals.contains(key))
      grown.emplace(std::move(key), *from);
  if (grown.empty()) return {};
  return change([&](Kept& kept) { kept.originals.merge(grown); });
}

kernel::Result<void> FileStore::change(const std::function<void(Kept&)>& how) {
  auto next = kept_;
  how(next);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return kernel::failure(error.value(), "make " + folder_.string());
  if (auto done = kernel::Files{}.replace((folder_ / name).string(), to_json(next)); !done) return done;
  kept_ = std::move(next);
  return {};
}

}  // namespace roced::keep
