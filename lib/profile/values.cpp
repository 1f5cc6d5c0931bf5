#include "profile/values.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/words.hpp"
#include "profile/duration.hpp"
#include "profile/nearest.hpp"
#include "profile/text.hpp"

namespace roced::profile {
namespace {

std::string text_of(const Range& range) {
  if (!range.among.empty()) return fmt::format("{} {}", fmt::join(range.among, ", "), range.measure);
  auto text = fmt::format("{} to {}", range.least, range.most);
  if (range.also) text += fmt::format(", or {}", *range.also);
  return range.measure.empty() ? text : fmt::format("{} {}", text, range.measure);
}

/// What a key that wasn't written plainly may have meant: 26 of "026" and "0x1a".
std::string plain_key(std::string_view key, std::uint64_t least, std::uint64_t most) {
  int base = 10;
  if (key.starts_with("0x") || key.starts_with("0X")) {
    base = 16;
    key.remove_prefix(2);
  }
  unsigned number = 0;
  const auto* end = key.data() + key.size();
  auto [rest, error] = std::from_chars(key.data(), end, number, base);
  bool good = error == std::errc{} && rest == end && number >= least && number <= most;
  return good ? fmt::format("; write {}", number) : std::string{};
}

/// A number whose range is its meaning: "not a priority (0 to 7)" says more than "too large".
bool is_a_name(std::string_view measure) {
  return measure == "priority" || measure == "traffic class" || measure == "buffer" || measure == "PCP";
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
      return number(row.name, item, {row.least, row.most, row.also, row.measure, row.among});
    case Type::flag:
      return flag(row.name, item);
    case Type::priorities:
      return priorities(row, item);
    case Type::map:
      return map(row, item);
    case Type::numbers:
      return numbers(row, item);
    case Type::rates:
      return rates(row, item);
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
  const auto& among = range.among;
  if (!among.empty() && std::find(among.begin(), among.end(), positive) == among.end()) {
    findings_.error(item.origin, fmt::format("{}: {} is none of {}", name, *number, text_of(range)));
    return std::nullopt;
  }
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

std::optional<std::uint64_t> Values::named_number(std::string_view what, std::uint64_t most, std::string_view name,
                                                  const Item& item) const {
  const auto* number = item.as<std::int64_t>();
  if (number == nullptr) return not_a(fmt::format("a {} (0 to {})", what, most), name, item);
  if (*number >= 0 && static_cast<std::uint64_t>(*number) <= most) return static_cast<std::uint64_t>(*number);
  findings_.error(item.origin, fmt::format("{}: {} is not a {} (0 to {})", name, *number, what, most));
  return std::nullopt;
}

std::optional<std::uint64_t> Values::element(const catalog::Row& row, std::string_view name, const Item& item) const {
  if (is_a_name(row.measure)) return named_number(row.measure, row.most, name, item);
  return number(name, item, {row.least, row.most, row.also, row.measure});
}

std::optional<catalog::Priorities> Values::priorities(const catalog::Row& row, const Item& item) const {
  const auto* array = item.as<Array>();
  if (array == nullptr) return not_a(fmt::format("an array of {}", catalog::plural(row.member)), row.name, item);
  catalog::Priorities set;
  bool good = true;
  for (const auto& entry : *array) {
    auto each = named_number(row.member, row.key_most, row.name, entry);
    auto member = static_cast<int>(each.value_or(0));
    if (each && set.contains(member))
      findings_.error(entry.origin, fmt::format("{}: {} is there twice", row.name, member));
    good = good && each && !set.contains(member);
    if (each) set.insert(member);
  }
  return good ? std::optional{set} : std::nullopt;
}

template <typename One>
bool Values::each_entry(const catalog::Row& row, const Table& table, One one) const {
  bool good = true;
  for (const auto& [key, value] : table) {
    auto number = parse_key(key, row.key_least, row.key_most);
    if (number)
      one(*number, value);
    else
      findings_.error(
          value.key, fmt::format("{}: '{}' is not a {} in plain decimal ({} to {}){}", row.name, shown(key), row.member,
                                 row.key_least, row.key_most, plain_key(key, row.key_least, row.key_most)));
    good = good && number.has_value();
  }
  return good;
}

std::optional<catalog::NumberMap> Values::map(const catalog::Row& row, const Item& item) const {
  const auto* table = item.as<Table>();
  if (table == nullptr) return not_a(fmt::format("a table of {} = {}", row.member, row.measure), row.name, item);
  catalog::NumberMap map;
  bool good = each_entry(row, *table, [&](std::uint32_t key, const Item& value) {
    if (auto number = element(row, fmt::format("{}.{}", row.name, key), value)) map[key] = *number;
  });
  return good && map.size() == table->size() ? std::optional{map} : std::nullopt;
}

std::optional<catalog::RateMap> Values::rates(const catalog::Row& row, const Item& item) const {
  const auto* table = item.as<Table>();
  if (table == nullptr) return not_a(fmt::format("a table of {} = rate", row.member), row.name, item);
  catalog::RateMap map;
  bool good = each_entry(row, *table, [&](std::uint32_t key, const Item& value) {
    auto name = fmt::format("{}.{}", row.name, key);
    const auto* text = value.as<std::string>();
    auto rate = text == nullptr ? std::nullopt : catalog::parse_rate(*text);
    if (rate)
      map[key] = *rate;
    else if (text == nullptr)
      not_a("a rate, such as \"100Gbit\"", name, value);
    else
      findings_.error(value.origin, fmt::format("{}: \"{}\" is not a rate (a whole number and bit, Kbit, Mbit, Gbit "
                                                "or Tbit, or \"unlimited\")",
                                                name, shown(*text)));
  });
  return good && map.size() == table->size() ? std::optional{map} : std::nullopt;
}

std::optional<catalog::Numbers> Values::numbers(const catalog::Row& row, const Item& item) const {
  const auto* array = item.as<Array>();
  if (array == nullptr) return not_a("an array of whole numbers", row.name, item);
  if (row.size != 0 && array->size() != row.size) {
    findings_.error(item.origin, fmt::format("{}: has {} numbers, not {}", row.name, array->size(), row.size));
    return std::nullopt;
  }
  catalog::Numbers numbers;
  for (const auto& entry : *array)
    if (auto number = element(row, row.name, entry)) numbers.push_back(*number);
  return numbers.size() == array->size() ? std::optional{numbers} : std::nullopt;
}

std::optional<std::uint32_t> parse_key(std::string_view key, std::uint64_t least, std::uint64_t most) {
  constexpr std::size_t longest = 9;
  bool plain = !key.empty() && key.size() <= longest && (key.size() == 1 || key.front() != '0') &&
               std::all_of(key.begin(), key.end(), [](char each) { return each >= '0' && each <= '9'; });
  if (!plain) return std::nullopt;
  std::uint32_t number = 0;
  std::from_chars(key.data(), key.data() + key.size(), number);
  return number >= least && number <= most ? std::optional{number} : std::nullopt;
}

}  // namespace roced::profile
