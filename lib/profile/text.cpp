#include "profile/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::profile {
namespace {

bool is_control(char each) { return (each >= 0 && each < ' ') || each == '\x7f'; }

std::string escaped(std::string_view text) {
  std::string out;
  for (char each : text) {
    if (each == '"' || each == '\\')
      out += {'\\', each};
    else if (is_control(each))
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(each));
    else
      out += each;
  }
  return out;
}

bool continues(char each) { return (static_cast<unsigned char>(each) & 0xc0U) == 0x80U; }

struct Toml {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const Other& other) const { return other.text; }
  std::string operator()(const Array& array) const {
    std::string out;
    for (const auto& element : array) out += (out.empty() ? "" : ", ") + to_toml(element);
    return "[" + out + "]";
  }
  std::string operator()(const Table& table) const {
    std::string out;
    for (const auto& [key, item] : table)
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", quoted(key), to_toml(item));
    return "{" + out + "}";
  }
};

}  // namespace

std::string quoted(std::string_view text) { return '"' + escaped(text) + '"'; }

std::string to_toml(const Item& item) { return std::visit(Toml{}, item.value); }

std::string described(const Item& item) {
  if (item.as<Array>() != nullptr) return "an array";
  if (item.as<Table>() != nullptr) return "a table";
  if (const auto* text = item.as<std::string>()) return fmt::format("the string \"{}\"", shown(*text));
  return to_toml(item);
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return escaped(text);
  auto length = longest;
  while (length > 0 && continues(text[length])) --length;
  return escaped(text.substr(0, length)) + "…";
}

}  // namespace roced::profile
