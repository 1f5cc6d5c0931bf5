#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "profile/load.hpp"

namespace roced::test {

/// A folder of a profile: profile.toml, profile.d, base and more-base.
class Folder : public TemporaryFolder {
 public:
  profile::Loaded load() const {
    return profile::load({path() / "profile.toml", path() / "profile.d", {path() / "base", path() / "more-base"}});
  }

  /// The diagnostics' lines, with paths from this folder on.
  std::vector<std::string> lines(const profile::Loaded& loaded) const {
    std::vector<std::string> lines;
    for (const auto& diagnostic : loaded.diagnostics) {
      auto line = diagnostic.line();
      for (auto at = line.find(path().string()); at != std::string::npos; at = line.find(path().string()))
        line.erase(at, path().string().size() + 1);
      lines.push_back(line);
    }
    return lines;
  }
  std::vector<std::string> lines() const { return lines(load()); }
};

/// A profile.toml alone.
inline profile::Loaded load(const std::string& text) {
  Folder folder;
  folder.write("profile.toml", text);
  return folder.load();
}

inline const profile::Wish* wish(const profile::Group& group, std::string_view name) {
  for (const auto& each : group.wishes)
    if (each.row->name == name) return &each;
  return nullptr;
}

/// A wish's value as a person writes it; "absent" where there is none.
inline std::string value(const profile::Group& group, std::string_view name) {
  const auto* found = wish(group, name);
  return found == nullptr ? "absent" : catalog::to_text(found->value);
}

/// "profile.toml:3"
inline std::string place(const profile::Origin& origin) {
  return origin.file ? std::filesystem::path{*origin.file}.filename().string() + ":" + std::to_string(origin.line)
                     : "nowhere";
}

}  // namespace roced::test

/// One a line.
template <>
struct doctest::StringMaker<std::vector<std::string>> {
  static doctest::String convert(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) text += '\n' + line;
    return text.c_str();
  }
};
