#include "profile/values.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "profile/duration.hpp"
#include "profile/nearest.hpp"
#include "profile/text.hpp"

namespace roced::profile {
namespace {

constexpr std::uint64_t last_priority = 7;
constexpr std::uint64_t last_dscp = 63;

std::string text_of(const Range& range) {
  auto text = fmt::format("{} to {}", range.least, range.most);
  if (range.also) text += fmt::format(", or {}", *range.also);
  return range.measure.empty() ? text : fmt::format("{} {}", text, range.measure);
}

/// What a DSCP that wasn't written plainly may have meant: 26 of "026" and "0x1a".
std::string plain_dscp(std::string_view key) {
  int base = 10;
  if (key.starts_with("0x") || key.starts_with("0X")) {
    base = 16;
    key.remove_prefix(2);
  }
  unsigned number = 0;
  const auto* end = key.data() + key.size();
  auto [rest, error] = std::from_chars(key.data(), end, number, base);
  bool good = error == std::errc{} && rest == end && number <= last_dscp;
  return good ? fmt::format("; write {}", number) : std::string{};
}

}  // namespace

std::nullopt_t Values::not_a(std::string_view what, std::string_view name, const Item& item) const {
  findings_.error(item.origin, fmt::format("{}: must be {}, not {}", name, what, described(item)));
  return std::nullopt;
}

std::optional<catalog::Value> Values::of_row(const catalog::Row& row, const Item& item) const {
  using catalog::Type;
  switch (row.type) {
    case Type::word:
      return word(row.name, item, row.words);
    case Type::number:
      return number(row.name, item, {row.least, row.most, row.also, row.measure});
    case Type::flag:
      return flag(row.name, item);
    case Type::priorities:
      return priorities(row.name, item);
    case Type::dscp_map:
      return dscp_map(row.name, item);
  }
  return std::nullopt;
}

std::optional<std::string> Values::word(std::string_view name, const Item& item,
                                        std::span<const std::string_view> words) const {
  const auto* text = item.as<std::string>();
  if (text == nullptr) return not_a("a string", name, item);
  if (std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  std::string list;
  for (auto each : words) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", each);
  findings_.error(item.origin, fmt::format("{}: \"{}\" is none of {}", name, shown(*text), list));
  return std::nullopt;
}

std::optional<std::uint64_t> Values::number(std::string_view name, const Item& item, const Range& range) const {
  const auto* number = item.as<std::int64_t>();
  if (number == nullptr) return not_a("a whole number", name, item);
  auto positive = static_cast<std::uint64_t>(std::max<std::int64_t>(*number, 0));
  bool small = *number < 0 || positive < range.least;
  if (!small && (positive <= range.most || range.also == positive)) return positive;
  findings_.error(item.origin,
                  fmt::format("{}: {} is too {} ({})", name, *number, small ? "small" : "large", text_of(range)));
  return std::nullopt;
}

std::optional<bool> Values::flag(std::string_view name, const Item& item) const {
  const auto* flag = item.as<bool>();
  if (flag == nullptr) return not_a("true or false", name, item);
  return *flag;
}

std::optional<std::chrono::seconds> Values::duration(std::string_view name, const Item& item,
                                                     std::chrono::seconds least) const {
  const auto* text = item.as<std::string>();
  if (text == nullptr) return not_a("a time with its unit, such as \"60s\"", name, item);
  auto duration = parse_duration(*text);
  if (duration && *duration >= least) return duration;
  if (duration)
    findings_.error(item.origin, fmt::format("{}: \"{}\" is too short (at least {})", name, *text, to_text(least)));
  else
    findings_.error(item.origin,
                    fmt::format("{}: \"{}\" is not a time (a whole number and s, m, h or d)", name, shown(*text)));
  return std::nullopt;
}

std::vector<const Item*> Values::strings(std::string_view name, const Item& item) const {
  std::vector<const Item*> found;
  if (const auto* array = item.as<Array>())
    for (const auto& element : *array) found.push_back(&element);
  else
    found.push_back(&item);
  if (found.empty()) findings_.error(item.origin, fmt::format("{}: an empty array holds for nothing", name));
  bool good = true;
  for (const auto* each : found) {
    const auto* text = each->as<std::string>();
    if (text == nullptr)
      not_a(each == &item ? "a string or an array of strings" : "a string", name, *each);
    else if (text->empty())
      findings_.error(each->origin, fmt::format("{}: an empty string holds for nothing", name));
    good = good && text != nullptr && !text->empty();
  }
  return good ? found : std::vector<const Item*>{};
}

std::optional<std::uint8_t> Values::priority(std::string_view name, const Item& item) const {
  const auto* number = item.as<std::int64_t>();
  if (number == nullptr) return not_a("a priority (0 to 7)", name, item);
  if (*number >= 0 && static_cast<std::uint64_t>(*number) <= last_priority) return static_cast<std::uint8_t>(*number);
  findings_.error(item.origin, fmt::format("{}: {} is not a priority (0 to 7)", name, *number));
  return std::nullopt;
}

std::optional<catalog::Priorities> Values::priorities(std::string_view name, const Item& item) const {
  const auto* array = item.as<Array>();
  if (array == nullptr) return not_a("an array of priorities", name, item);
  catalog::Priorities set;
  bool good = true;
  for (const auto& element : *array) {
    auto each = priority(name, element);
    if (each && set.contains(*each)) findings_.error(element.origin, fmt::format("{}: {} is there twice", name, *each));
    good = good && each && !set.contains(*each);
    if (each) set.insert(*each);
  }
  return good ? std::optional{set} : std::nullopt;
}

std::optional<catalog::DscpMap> Values::dscp_map(std::string_view name, const Item& item) const {
  const auto* table = item.as<Table>();
  if (table == nullptr) return not_a("a table of DSCP = priority", name, item);
  catalog::DscpMap map;
  bool good = true;
  for (const auto& [key, value] : *table) {
    auto dscp = parse_dscp(key);
    if (!dscp)
      findings_.error(value.key, fmt::format("{}: '{}' is not a DSCP in plain decimal (0 to 63){}", name, shown(key),
                                             plain_dscp(key)));
    auto to = priority(fmt::format("{}.{}", name, shown(key)), value);
    good = good && dscp && to;
    if (dscp && to) map[*dscp] = *to;
  }
  return good ? std::optional{map} : std::nullopt;
}

std::optional<std::uint8_t> parse_dscp(std::string_view key) {
  bool plain = !key.empty() && key.size() <= 2 && (key.size() == 1 || key.front() != '0') &&
               std::all_of(key.begin(), key.end(), [](char each) { return each >= '0' && each <= '9'; });
  if (!plain) return std::nullopt;
  unsigned number = 0;
  std::from_chars(key.data(), key.data() + key.size(), number);
  return number <= last_dscp ? std::optional{static_cast<std::uint8_t>(number)} : std::nullopt;
}

}  // namespace roced::profile
