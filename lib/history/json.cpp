#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "history/fields.hpp"
#include "history/show.hpp"

namespace roced::history {
namespace {

using converge::Time;
using nlohmann::ordered_json;

/// "2026-12-02T02:14:07.123456Z"
std::string precise(Time time) {
  auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  auto usec = std::chrono::duration_cast<std::chrono::microseconds>(time - seconds).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(time)), usec);
}

/// null where there is nothing to say.
ordered_json text_or_null(const std::string& text) { return text.empty() ? ordered_json{} : ordered_json(text); }

ordered_json number_or_null(const std::string& text) {
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? ordered_json(number) : ordered_json{};
}

ordered_json json_of(const Entry& entry) {
  ordered_json json{{"time", precise(entry.time)},
                    {"boot", entry.boot},
                    {"host", entry[field::host]},
                    {"unit", entry[field::unit]},
                    {"event", event_of(entry)}};
  switch (entry.kind) {
    case Entry::Kind::problem:
      json["code"] = entry[field::code];
      json["text"] = entry[field::text];
      return json;
    case Entry::Kind::profile:
      json["profile"] = {{"path", entry[field::profile]}, {"digest", entry[field::digest]}};
      json["mode"] = entry[field::mode];
      return json;
    default:
      break;
  }
  for (auto [key, name] : {std::pair{"subject", field::subject},
                           {"setting", field::setting},
                           {"desired", field::desired},
                           {"state", field::state},
                           {"cause", field::cause}})
    json[key] = entry[name];
  for (auto [key, name] : {std::pair{"was", field::was}, {"actual", field::actual}, {"who", field::who}})
    json[key] = text_or_null(entry[name]);
  json["latency_usec"] = entry.kind == Entry::Kind::repaired ? number_or_null(entry[field::latency]) : ordered_json{};
  return json;
}

}  // namespace

std::string to_json(const std::vector<Entry>& entries, const Reach& reach) {
  ordered_json json{{"schema", 1},
                    {"journal",
                     {{"begins", reach.begins ? ordered_json(precise(*reach.begins)) : ordered_json{}},
                      {"volatile", reach.is_volatile},
                      {"unreadable_files", reach.unreadable_files},
                      {"damaged_entries", reach.damaged_entries}}},
                    {"entries", ordered_json::array()}};
  for (const auto& entry : entries) json["entries"].push_back(json_of(entry));
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace roced::history
