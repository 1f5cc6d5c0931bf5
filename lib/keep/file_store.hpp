#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "converge/store.hpp"
#include "keep/kept.hpp"

namespace roced::keep {

/// What is kept in a state folder. Changes nothing there. EBADMSG, EISDIR: what is there isn't what roced wrote; with
/// any other error it may be, and be readable another time.
kernel::Result<Kept> read_kept(const std::filesystem::path& folder);

/// state.json in the state folder, with a checksum; written aside, synced and renamed over, so that it is the old one
/// or the new one after a crash at any moment.
class FileStore final : public converge::Store {
 public:
  /// $STATE_DIRECTORY, else /var/lib/roced.
  static std::filesystem::path folder();

  explicit FileStore(std::filesystem::path folder = FileStore::folder());

  /// A value is kept once; where nothing is new, nothing is written.
  kernel::Result<void> keep(const std::vector<converge::Intent>& intents, const settings::LastWrites& last) override;
  void finished(const settings::LastWrites& last) override;

  const Kept& kept() const { return kept_; }
  /// Changes it, on the disk first: where that fails, it stays as it was.
  kernel::Result<void> change(const std::function<void(Kept&)>& how);
  /// Changes it also where the disk can't be written, for what mustn't wait for that.
  void change_anyway(const std::function<void(Kept&)>& how);

  /// Reads what couldn't be read before. Whether it could now.
  bool read_again();
  /// Writes what isn't on the disk: what couldn't be written before, or was removed since. Whether it was removed.
  bool write_again();

  /// Why what was kept before can't be read, and what follows; empty where it could. A damaged file is set aside, not
  /// trusted. While a file can't be read for another reason, nothing can be kept.
  const std::string& damage() const { return damage_; }
  /// The damaged file that an earlier start has set aside and nobody has removed; empty where there is none.
  std::string set_aside_before() const;
  /// Why the disk doesn't have all that is kept; nullopt where it has.
  const std::optional<kernel::Error>& unsaved() const { return unsaved_; }

 private:
  std::string path() const;
  void read();
  void set_aside(const std::string& why);
  kernel::Result<void> save(const Kept& kept);

  std::filesystem::path folder_;
  Kept kept_;
  bool on_disk_ = false;  ///< the file was there when it was last read or written
  std::string damage_;
  std::optional<kernel::Error> unread_, unsaved_;
};

}  // namespace roced::keep
