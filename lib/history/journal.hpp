#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemd/sd-journal.h>
#include <tl/expected.hpp>

#include "history/entry.hpp"

namespace roced::history {

/// Which journal.
struct Place {
  std::string directory;           ///< as copied from another node; empty: this node's
  std::vector<std::string> files;  ///< these journal files alone
};

/// Which of what roced told: all that is given must hold.
struct Wanted {
  std::vector<std::string> subjects, settings;  ///< any of these; with either, only what is about a setting
  std::optional<converge::Time> since;
  std::optional<std::size_t> most;  ///< the newest
};

/// How far back a journal goes, and what of it is missing.
struct Reach {
  std::optional<converge::Time> begins;  ///< the oldest entry there is, whoever's; nullopt: there is none
  bool is_volatile = false;              ///< in memory alone, so that a reboot ends it
  std::size_t unreadable_files = 0;      ///< this user may not read them
  std::size_t damaged_entries = 0;       ///< left out, since the disk or a crash has damaged them
};

/// systemd's journal, as far as it holds what roced told. Only what journald itself says comes from roced.service or
/// roced-early.service counts: anybody may log the same words.
class Journal {
 public:
  /// The sentence that says why there is none to read, and what to do.
  static tl::expected<Journal, std::string> open(const Place& place);

  /// Oldest first. An error says where the reading ended.
  tl::expected<std::vector<Entry>, std::string> read(const Wanted& wanted);

  const Reach& reach() const { return reach_; }

 private:
  struct Close {
    void operator()(sd_journal* journal) const noexcept { sd_journal_close(journal); }
  };
  explicit Journal(sd_journal* journal) : journal_{journal} {}
  void match(const Wanted& wanted);
  std::optional<Entry> entry();

  std::unique_ptr<sd_journal, Close> journal_;
  Reach reach_;
};

}  // namespace roced::history
