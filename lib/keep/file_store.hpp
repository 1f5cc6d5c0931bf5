#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <tl/expected.hpp>

#include "converge/store.hpp"
#include "keep/kept.hpp"

namespace roced::keep {

/// What is kept in a state folder, or why it can't be read. Changes nothing there.
tl::expected<Kept, std::string> read_kept(const std::filesystem::path& folder);

/// state.json in the state folder, with a checksum; written aside, synced and renamed over, so that it is the old one
/// or the new one after a crash at any moment.
class FileStore final : public converge::Store {
 public:
  /// $STATE_DIRECTORY, else /var/lib/roced.
  static std::filesystem::path folder();

  explicit FileStore(std::filesystem::path folder = FileStore::folder());

  /// A value is kept once; where nothing is new, nothing is written.
  kernel::Result<void> keep(const std::vector<converge::Intent>& intents) override;

  const Kept& kept() const { return kept_; }
  /// Changes it, on the disk first: where that fails, it stays as it was.
  kernel::Result<void> change(const std::function<void(Kept&)>& how);

  /// Why what was kept before can't be read; empty where it could. Such a file is set aside, not trusted.
  const std::string& damage() const { return damage_; }

 private:
  std::filesystem::path folder_;
  Kept kept_;
  std::string damage_;
};

}  // namespace roced::keep
