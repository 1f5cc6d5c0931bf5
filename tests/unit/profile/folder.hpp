#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "profile/load.hpp"

namespace roced::test {

/// A folder that lives as long as a test: profile.toml, profile.d, base and more-base.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "roced-profile-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream{path_ / name} << text;
  }

  profile::Loaded load() const {
    return profile::load({path_ / "profile.toml", path_ / "profile.d", {path_ / "base", path_ / "more-base"}});
  }

  /// The diagnostics' lines, with paths from this folder on.
  std::vector<std::string> lines(const profile::Loaded& loaded) const {
    std::vector<std::string> lines;
    for (const auto& diagnostic : loaded.diagnostics) {
      auto line = diagnostic.line();
      for (auto at = line.find(path_.string()); at != std::string::npos; at = line.find(path_.string()))
        line.erase(at, path_.string().size() + 1);
      lines.push_back(line);
    }
    return lines;
  }
  std::vector<std::string> lines() const { return lines(load()); }

 private:
  std::filesystem::path path_;
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
