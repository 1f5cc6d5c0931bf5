#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace roced::profile {

/// A place of the profile: a value, or a table with the keys that it may have.
struct Place {
  std::map<std::string, Place, std::less<>> keys;
  std::shared_ptr<Place> any;  ///< of a table whose keys are its author's: groups, DSCPs
  bool value = false;          ///< read as one value, even where that is a table

  bool is_table() const { return !keys.empty() || any != nullptr; }
  /// The place of a key, nullptr where it isn't known.
  const Place* at(std::string_view key) const;
  /// Its known keys, for a guess at what an unknown one was meant to be.
  std::vector<std::string_view> known() const;
};

/// All places that there are, from the catalogue and the few keys that aren't settings.
const Place& vocabulary();

}  // namespace roced::profile
