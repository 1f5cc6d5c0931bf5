#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "profile/profile.hpp"

namespace roced::profile {

/// Where a profile is looked for.
struct Sources {
  std::filesystem::path file;                ///< the profile itself
  std::filesystem::path drop_ins;            ///< a folder of *.toml; need not exist
  std::vector<std::filesystem::path> bases;  ///< folders in which `extends = "NAME"` finds NAME.toml, the first wins
  /// What others than root, and whoever reads it, could change is refused: it decides what root writes.
  bool guarded = false;

  /// Guarded: /etc/roced/profile.toml, /etc/roced/profile.d, and the bases of /etc/roced/base and
  /// /usr/share/roced/base.
  static Sources installed();
  /// FILE and FILE.d, and the same bases.
  static Sources of(const std::filesystem::path& file);
};

/// A profile, unless something is wrong with it; and all that is to be said of it, in the order of the files.
struct Loaded {
  std::optional<Profile> profile;  ///< absent if and only if a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

/// Reads, merges, checks, expands [nic.NAME.roce] and lints. Throws nothing.
Loaded load(const Sources& sources);

}  // namespace roced::profile
