#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "converge/store.hpp"

namespace roced::agent {

/// originals.json in the state folder: the value that each setting had before roced's first change of it, by the port's
/// PCI address (elsewhere its name) and the setting's name. Written aside, synced and renamed over before the first
/// write.
class StateStore final : public converge::Store {
 public:
  /// $STATE_DIRECTORY, else /var/lib/roced.
  static std::filesystem::path folder();

  explicit StateStore(std::filesystem::path folder = StateStore::folder());

  kernel::Result<void> keep(const std::vector<converge::Intent>& intents) override;

  /// Why what was kept before can't be read; empty where it could. Such a file is set aside, not trusted.
  const std::string& damage() const { return damage_; }

 private:
  kernel::Result<void> save() const;

  std::filesystem::path folder_;
  std::map<std::string, std::string> originals_;
  std::string damage_;
};

}  // namespace roced::agent
