#include <algorithm>
#include <cstdint>
#include <ctime>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json.hpp"
#include "report/time_range.hpp"

namespace roced::report {
namespace {

using converge::Report;
using converge::SettingReport;
using converge::Time;
using nlohmann::ordered_json;

/// Why a text isn't a report, and where in it.
struct Misfit {
  std::string text;
};

/// A place in a report that is being read. Anything but what belongs there throws a Misfit.
class Place {
 public:
  explicit Place(const ordered_json& json) : json_{json} {}

  Place operator[](const char* key) const {
    if (!json_.is_object()) complain("an object is needed here");
    auto found = json_.find(key);
    if (found == json_.end()) complain(fmt::format("'{}' is missing", key));
    return {*found, path_.empty() ? key : path_ + '.' + key};
  }

  std::string text() const {
    if (!json_.is_string()) complain("a text is needed here");
    return json_.get<std::string>();
  }
  bool flag() const {
    if (!json_.is_boolean()) complain("true or false is needed here");
    return json_.get<bool>();
  }
  unsigned number() const {
    if (!json_.is_number_unsigned() || json_.get<std::uint64_t>() > UINT32_MAX)
      complain("a number from 0 on is needed here");
    return json_.get<unsigned>();
  }
  bool is_null() const { return json_.is_null(); }
  Time time() const {
    std::tm parts{};
    auto written = text();
    const char* end = strptime(written.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (end == nullptr || *end != '\0' || !is_in_range(parts))
      complain("'" + written + "' is no time as 2026-12-02T06:00:00Z");
    return std::chrono::system_clock::from_time_t(timegm(&parts));
  }
  settings::State state() const {
    auto word = text();
    auto state = settings::state_from_text(word);
    if (!state) complain("'" + word + "' is no state");
    return *state;
  }
  profile::Severity severity() const {
    auto word = text();
    if (word != "error" && word != "warning") complain("'" + word + "' is neither error nor warning");
    return word == "error" ? profile::Severity::error : profile::Severity::warning;
  }
  template <typename Use>
  void for_each(Use use) const {
    if (!json_.is_array()) complain("an array is needed here");
    for (std::size_t i = 0; i < json_.size(); ++i) use(Place{json_[i], fmt::format("{}[{}]", path_, i)});
  }

  [[noreturn]] void complain(const std::string& what) const {
    throw Misfit{path_.empty() ? what : path_ + ": " + what};
  }

 private:
  Place(const ordered_json& json, std::string path) : json_{json}, path_{std::move(path)} {}
  const ordered_json& json_;
  std::string path_;
};

std::vector<SettingReport> settings_from(const Place& place) {
  std::vector<SettingReport> settings;
  place.for_each([&](const Place& setting) {
    auto actual = setting["actual"];
    settings.push_back({.name = setting["name"].text(),
                        .desired = setting["desired"].text(),
                        .actual = actual.is_null() ? std::string{} : actual.text(),
                        .state = setting["state"].state(),
                        .cause = setting["cause"].text(),
                        .disruption = setting["disruption"].text(),
                        .since = setting["since"].time(),
                        .optional = setting["optional"].flag()});
  });
  return settings;
}

void check_schema(const ordered_json& json) {
  constexpr unsigned known = 1;
  Place place{json};
  if (json.is_object() && !json.contains("schema"))
    place.complain(json.contains("settings")
                       ? "this is a part of a report: one of the whole node is needed, as rocectl "
                         "status --json and rocectl check --json print it"
                       : "this is no report of roced: 'schema' is missing");
  if (auto schema = place["schema"].number(); schema != known)
    place.complain(
        fmt::format("its schema is {}, and this rocectl reads {}: one as new as that node's is needed", schema, known));
}

Report report_from(const ordered_json& json) {
  check_schema(json);
  Place place{json};
  Report report{.version = place["version"].text(),
                .host = place["host"].text(),
                .time = place["time"].time(),
                .mode = place["mode"].text(),
                .profile_path = place["profile"]["path"].text(),
                .profile_digest = place["profile"]["digest"].text(),
                .node = settings_from(place["node"]["settings"]),
                .nics = {},
                .problems = {}};
  place["nics"].for_each([&](const Place& nic) {
    report.nics.push_back({nic["name"].text(), nic["group"].text(), nic["pci"].text(), nic["driver"].text(),
                           nic["rdma_device"].text(), nic["port"].number(), nic["link_layer"].text(),
                           settings_from(nic["settings"])});
  });
  place["problems"].for_each([&](const Place& problem) {
    report.problems.push_back({problem["severity"].severity(), problem["code"].text(), problem["text"].text()});
  });
  return report;
}

/// "3:14", where the byte at `offset` is.
std::string line_and_column(const std::string& text, std::size_t offset) {
  auto before = std::string_view{text}.substr(0, offset);
  auto line = std::count(before.begin(), before.end(), '\n') + 1;
  auto start = before.rfind('\n');
  return fmt::format("{}:{}", line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1);
}

/// "unexpected end of input; expected '}'", of what the parser says, without its own names and its own count of lines.
std::string essence(std::string_view what) {
  if (auto name = what.find("] "); name != std::string_view::npos) what.remove_prefix(name + 2);
  auto syntax = what.find("syntax error ");
  auto dash = syntax == std::string_view::npos ? syntax : what.find(" - ", syntax);
  if (dash != std::string_view::npos) what.remove_prefix(dash + 3);
  // It quotes what was read last, which may be all of a file.
  constexpr std::size_t enough = 120;
  return what.size() <= enough ? std::string{what} : std::string{what.substr(0, enough)} + "…";
}

}  // namespace

std::optional<Report> from_json(const std::string& text) try {
  return report_from(ordered_json::parse(text));
} catch (const ordered_json::exception&) {
  return {};
} catch (const Misfit&) {
  return {};
}

std::vector<Read> read_all(const std::string& text) {
  std::vector<Read> all;
  std::istringstream stream{text};
  while (!(stream >> std::ws).eof()) {
    auto start = static_cast<std::size_t>(stream.tellg());
    auto line =
        static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n')) + 1;
    ordered_json json;
    try {
      stream >> json;
      all.push_back({line, report_from(json)});
    } catch (const Misfit& misfit) {
      all.push_back({line, tl::unexpected{fmt::format("{}: {}", line, misfit.text)}});
    } catch (const ordered_json::parse_error& error) {
      auto at = std::min(start + std::max<std::size_t>(error.byte, 1) - 1, text.size());
      all.push_back({line, tl::unexpected{fmt::format("{}: this is no JSON: {}", line_and_column(text, at),
                                                      essence(error.what()))}});
      break;
    } catch (const ordered_json::exception& error) {  // a number that no double holds: without its place
      all.push_back({line, tl::unexpected{fmt::format("{}: this is no JSON: {}", line, essence(error.what()))}});
      break;
    }
  }
  return all;
}

}  // namespace roced::report
