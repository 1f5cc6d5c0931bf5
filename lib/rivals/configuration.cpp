#include "rivals/configuration.hpp"

#include <map>

#include <fnmatch.h>

#include <fmt/format.h>

#include "settings/number.hpp"

namespace roced::rivals {

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::string section;
  unsigned number = 0;
  while (!text.empty()) {
    auto end = text.find('\n');
    auto line = kernel::trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[' && line.back() == ']') {
      section = line.substr(1, line.size() - 2);
      continue;
    }
    auto equals = line.find('=');
    auto value = equals == std::string_view::npos ? std::string_view{} : line.substr(equals + 1);
    lines.push_back(
        {number, section, std::string{kernel::trimmed(line.substr(0, equals))}, std::string{kernel::trimmed(value)}});
  }
  return lines;
}

std::vector<std::string> configuration_files(kernel::Files& files, const std::vector<std::string>& folders,
                                             std::string_view ending) {
  std::map<std::string, std::string> by_name;
  for (const auto& folder : folders) {
    auto names = files.list(folder);
    if (!names) continue;
    for (const auto& name : *names)
      if (name.ends_with(ending)) by_name.try_emplace(name, fmt::format("{}/{}", folder, name));
  }
  std::vector<std::string> paths;
  paths.reserve(by_name.size());
  for (auto& [name, path] : by_name) paths.push_back(std::move(path));
  return paths;
}

bool same(const std::string& written, const catalog::Value& wished) {
  auto number = settings::number_in(written);
  const auto* wanted = std::get_if<std::uint64_t>(&wished);
  return number && wanted != nullptr ? *number == *wanted : written == to_text(wished);
}

bool any_means(std::string_view words, const std::string& text) {
  while (!words.empty()) {
    auto end = words.find_first_of(" \t");
    std::string word{words.substr(0, end)};
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    if (!word.empty() && fnmatch(word.c_str(), text.c_str(), 0) == 0) return true;
  }
  return false;
}

}  // namespace roced::rivals
