#include "profile/parse.hpp"

#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "profile/scan.hpp"

namespace roced::profile {
namespace {

Origin origin_of(const toml::source_region& region, const FileName& file) {
  return {file, region.begin.line, region.begin.column};
}

/// toml++ to the tree of ours.
class Translation {
 public:
  explicit Translation(FileName file) : file_{std::move(file)} {}

  Table table(const toml::table& from) const {
    Table to;
    for (const auto& [key, node] : from) {
      auto& made = to.insert_or_assign(std::string{key.str()}, item(node)).first->second;
      made.key = origin_of(key.source(), file_);
    }
    return to;
  }

 private:
  Item item(const toml::node& node) const {
    Item made{{}, origin_of(node.source(), file_), false};
    node.visit([&](const auto& typed) { made.value = value(typed); });
    return made;
  }

  Table value(const toml::table& table_) const { return table(table_); }
  Array value(const toml::array& from) const {
    Array to;
    for (const auto& node : from) to.push_back(item(node));
    return to;
  }
  static bool value(const toml::value<bool>& flag) { return flag.get(); }
  static std::int64_t value(const toml::value<std::int64_t>& number) { return number.get(); }
  static std::string value(const toml::value<std::string>& text) { return text.get(); }
  template <typename T>
  static Other value(const toml::value<T>& other) {
    std::ostringstream text;
    text << other;
    return {text.str()};
  }

  FileName file_;
};

std::string sentence(std::string_view description) {
  constexpr std::string_view prefix = "Error while ";
  if (description.starts_with(prefix)) description.remove_prefix(prefix.size());
  constexpr std::string_view depth = " (TOML_MAX_NESTED_VALUES)";
  if (description.ends_with(depth)) description.remove_suffix(depth.size());
  return fmt::format("this is not TOML: {}", description);
}

}  // namespace

std::optional<Table> parse(std::string_view text, const FileName& file, Findings& findings) {
  if (auto flaw = scan(text)) {
    findings.error({file, flaw->line, flaw->column}, fmt::format("this is not TOML: {}", flaw->text));
    return std::nullopt;
  }
  auto result = toml::parse(text);
  if (!result) {
    auto said = sentence(result.error().description());
    bool bare_word = said.find("could not determine value type") != std::string::npos;
    findings.error(origin_of(result.error().source(), file), said,
                   bare_word ? "Text stands in quotes, as in mode = \"observe\"." : "");
    return std::nullopt;
  }
  return Translation{file}.table(result.table());
}

}  // namespace roced::profile
