#include "history/since.hpp"

#include <array>
#include <ctime>
#include <string>

#include "profile/duration.hpp"
#include "report/time_range.hpp"

namespace roced::history {
namespace {

using converge::Time;
using std::chrono::system_clock;

struct Form {
  const char* format;
  bool has_date = true;
  bool is_utc = false;
};

constexpr std::array forms{Form{"%Y-%m-%d %H:%M:%S"}, Form{"%Y-%m-%d %H:%M"}, Form{"%Y-%m-%d"},
                           Form{"%H:%M:%S", false},   Form{"%H:%M", false},   Form{"%Y-%m-%dT%H:%M:%SZ", true, true}};

std::tm local(Time time) {
  auto seconds = system_clock::to_time_t(time);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  return parts;
}

/// Midnight of today, or of a day before.
std::tm midnight(Time now, int days_before = 0) {
  auto parts = local(now);
  parts.tm_sec = parts.tm_min = parts.tm_hour = 0;
  parts.tm_mday -= days_before;
  return parts;
}

// Both take a copy: what is out of range would be set right in it.
Time from_utc(std::tm parts) { return system_clock::from_time_t(timegm(&parts)); }

Time from_local(std::tm parts) {
  parts.tm_isdst = -1;  // whichever holds on that day
  return system_clock::from_time_t(std::mktime(&parts));
}

/// The 30th of February would become the 2nd of March.
bool is_of_calendar(const std::tm& parts, Time time, bool utc) {
  auto seconds = system_clock::to_time_t(time);
  std::tm back{};
  utc ? gmtime_r(&seconds, &back) : localtime_r(&seconds, &back);
  return back.tm_mday == parts.tm_mday && back.tm_mon == parts.tm_mon && back.tm_year == parts.tm_year;
}

std::optional<Time> parse(const std::string& text, const Form& form, Time now) {
  auto parts = form.has_date ? std::tm{} : midnight(now);
  const char* end = strptime(text.c_str(), form.format, &parts);
  if (end == nullptr || *end != '\0') return {};
  constexpr int last_second = 59;  // strptime takes leap seconds
  if (parts.tm_sec > last_second) return {};
  if (!report::is_in_range(parts)) return {};
  auto time = form.is_utc ? from_utc(parts) : from_local(parts);
  if (!is_of_calendar(parts, time, form.is_utc)) return {};
  return time;
}

}  // namespace

std::optional<Time> parse_since(std::string_view text, Time now) {
  if (text == "today") return from_local(midnight(now));
  if (text == "yesterday") return from_local(midnight(now, 1));
  constexpr std::string_view ago = " ago";
  auto duration = text.ends_with(ago) ? text.substr(0, text.size() - ago.size()) : text;
  if (auto parsed = profile::parse_duration(duration)) return now - *parsed;
  for (const auto& form : forms)
    if (auto time = parse(std::string{text}, form, now)) return time;
  return {};
}

}  // namespace roced::history
