#include "profile/canonical.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "profile/text.hpp"

namespace roced::profile {
namespace {

std::string key_text(std::string_view key) {
  auto bare = [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '-';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), bare) ? std::string{key} : quoted(key);
}

std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? key : fmt::format("{}.{}", path, key);
}

/// Calls `one` with each value: the dotted name of its table, its key, itself.
using Visitor = std::function<void(const std::string&, const std::string&, const Item&)>;

void each_value(const Table& table, const std::string& path, const Visitor& one) {
  for (const auto& [key, item] : table)
    if (item.as<Table>() == nullptr) one(path, key_text(key), item);
  for (const auto& [key, item] : table)
    if (const auto* inner = item.as<Table>()) each_value(*inner, below(path, key_text(key)), one);
}

}  // namespace

std::string write(const Table& tree, const Notes& notes) {
  auto note = [&](const std::string& key) {
    auto found = notes.find(key);
    return found == notes.end() ? std::string{} : commented(found->second);
  };
  std::string text, table;
  each_value(tree, {}, [&](const std::string& path, const std::string& key, const Item& item) {
    if (path != table) text += fmt::format("{}{}[{}]\n", text.empty() ? "" : "\n", note(path), path);
    table = path;
    text += fmt::format("{}{} = {}\n", note(below(path, key)), key, to_toml(item));
  });
  return text;
}

std::string commented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    out += line.empty() ? "#" : "# ";
    for (char each : line) out += each >= ' ' && each <= '~' ? each : '?';
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::vector<Told> tell(const Table& tree) {
  std::vector<Told> told;
  each_value(tree, {}, [&](const std::string& path, const std::string& key, const Item& item) {
    told.push_back({below(path, key), to_toml(item), item.key});
  });
  return told;
}

}  // namespace roced::profile
