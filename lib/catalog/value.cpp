#include "catalog/value.hpp"

#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roced::catalog {
namespace {

constexpr std::string_view unlimited = "unlimited";
/// The largest first, in kilobits.
constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> units{
    {{"Tbit", 1'000'000'000}, {"Gbit", 1'000'000}, {"Mbit", 1'000}, {"Kbit", 1}}};

struct Text {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::uint64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& word) const { return word; }
  std::string operator()(Priorities priorities) const {
    std::string text;
    for (int priority = 0; priority < 8; ++priority)
      if (priorities.contains(priority)) text += fmt::format("{}{}", text.empty() ? "" : " ", priority);
    return text.empty() ? "none" : text;
  }
  std::string operator()(const NumberMap& map) const {
    return pairs(map, [](auto number) { return number == no_entry ? "none" : std::to_string(number); });
  }
  std::string operator()(const RateMap& map) const {
    return pairs(map, [](Rate rate) { return to_text(rate); });
  }
  std::string operator()(const Numbers& numbers) const {
    return numbers.empty() ? "none" : fmt::format("{}", fmt::join(numbers, " "));
  }

 private:
  template <typename Map, typename Shown>
  static std::string pairs(const Map& map, Shown shown) {
    std::string text;
    for (const auto& [key, value] : map) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, shown(value));
    return text.empty() ? "none" : text;
  }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(Text{}, value); }

std::string to_text(Rate rate) {
  if (rate.kilobits == 0) return std::string{unlimited};
  for (auto [unit, kilobits] : units)
    if (rate.kilobits % kilobits == 0) return fmt::format("{}{}", rate.kilobits / kilobits, unit);
  return {};
}

std::optional<Rate> parse_rate(std::string_view text) {
  if (text == unlimited) return Rate{};
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return {};
  auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::uint64_t bits_a_kilobit = 1000, most = std::uint64_t{1} << 32U;
  if (rest == "bit" && number % bits_a_kilobit == 0) return Rate{number / bits_a_kilobit};
  for (auto [unit, kilobits] : units)
    if (rest == unit && number <= most) return Rate{number * kilobits};
  return {};
}

}  // namespace roced::catalog
