#include "profile/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>

namespace roced::profile {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t seconds;
};

constexpr std::array units{Unit{"d", 86400}, Unit{"h", 3600}, Unit{"m", 60}, Unit{"min", 60}, Unit{"s", 1}};
constexpr std::int64_t ten_years = std::int64_t{10} * 366 * 86400;

}  // namespace

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  std::uint32_t number = 0;
  const auto* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{}) return std::nullopt;
  std::string_view name{rest, static_cast<std::size_t>(end - rest)};
  const auto* unit = std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.name == name; });
  if (unit == units.end() || number > ten_years / unit->seconds) return std::nullopt;
  return std::chrono::seconds{number * unit->seconds};
}

std::string to_text(std::chrono::seconds duration) {
  auto divides = [&](const Unit& unit) { return duration.count() != 0 && duration.count() % unit.seconds == 0; };
  const auto* unit = std::find_if(units.begin(), units.end(), divides);
  return unit == units.end() ? "0s" : fmt::format("{}{}", duration.count() / unit->seconds, unit->name);
}

}  // namespace roced::profile
