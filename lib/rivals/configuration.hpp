#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/value.hpp"
#include "kernel/files.hpp"

namespace roced::rivals {

/// A line that says something, and where it stands.
struct Line {
  unsigned number = 0;  ///< from 1
  std::string section;  ///< of "[Match]"; empty before the first one
  std::string key, value;
};

/// "key = value" lines, with sections; '#' and ';' begin a comment. A line without '=' is a key without a value.
std::vector<Line> lines_of(std::string_view text);

/// The files with an ending in folders as systemd reads them: sorted by name, and of two with one name only that of the
/// earlier folder (systemd.unit(5), sysctl.d(5)). Whole paths.
std::vector<std::string> configuration_files(kernel::Files& files, const std::vector<std::string>& folders,
                                             std::string_view ending);

/// Whether a value that stands in a file is what is wished: numbers as numbers, all else as text.
bool same(const std::string& written, const catalog::Value& wished);

/// Whether one of the words, which may be globs, means the text.
bool any_means(std::string_view words, const std::string& text);

}  // namespace roced::rivals
