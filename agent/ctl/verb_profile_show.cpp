#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/look.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"

namespace roced::ctl {
namespace {

using nlohmann::ordered_json;

/// Further right a comment is pushed by a long value only.
constexpr std::size_t comment_column = 40;

std::string place(const profile::Origin& origin) {
  if (origin.line == 0 || !origin.file) return "default";
  return fmt::format("{}:{}", *origin.file, origin.line);
}

bool is_value(std::string_view line) { return !line.empty() && line.front() != '[' && line.front() != '#'; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The canonical text, with where each value was said as a comment behind it.
std::string with_origins(const profile::Profile& profile) {
  auto lines = lines_of(profile.canonical);
  std::size_t column = 0;
  for (const auto& line : lines)
    if (is_value(line)) column = std::max(column, std::min(line.size() + 2, comment_column));
  std::string text;
  auto told = profile.told.begin();
  for (const auto& line : lines) {
    bool known = is_value(line) && told != profile.told.end();
    text += known ? fmt::format("{:<{}}  # {}\n", line, column - 2, place((told++)->origin)) : line + '\n';
  }
  return text;
}

/// The values as a tree. TOML writes numbers, flags, strings and arrays as JSON does.
ordered_json tree_of(const std::vector<profile::Told>& told) {
  auto tree = ordered_json::object();
  for (const auto& [key, value, origin] : told) {
    auto* at = &tree;
    std::istringstream parts{key};
    for (std::string part; std::getline(parts, part, '.');) at = &(*at)[part];
    *at = ordered_json::parse(value);
  }
  return tree;
}

}  // namespace

std::string to_json(const profile::Profile& profile) {
  auto origins = ordered_json::object();
  for (const auto& told : profile.told) origins[told.key] = place(told.origin);
  return ordered_json{{"schema", 1},
                      {"path", profile.path},
                      {"digest", profile.digest},
                      {"profile", tree_of(profile.told)},
                      {"origins", origins}}
             .dump() +
         '\n';
}

int profile_show(const Common& common, const std::string& profile) {
  auto loaded = profile::load(sources(profile));
  for (const auto& diagnostic : loaded.diagnostics) fmt::print(stderr, "{}", to_text(diagnostic));
  if (!loaded.profile) return refuse("the profile has errors, so it isn't merged");
  if (common.json) {
    print(to_json(*loaded.profile));
    return all_well;
  }
  if (common.legend) print(fmt::format("# {} {}\n", loaded.profile->path, loaded.profile->digest));
  print(with_origins(*loaded.profile));
  return all_well;
}

}  // namespace roced::ctl
