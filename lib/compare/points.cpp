#include "compare/points.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "profile/digest.hpp"

namespace roced::compare {
namespace {

using converge::NicReport;
using converge::Report;
using converge::SettingReport;

/// A point and what one node says of it.
struct Said {
  std::string subject, name;
  bool is_setting = false;
  Value value;
  std::string cause;
};

Said fact(std::string subject, std::string name, std::string actual) {
  return {std::move(subject), std::move(name), false, {.actual = std::move(actual)}, {}};
}

void add(const std::string& subject, const std::vector<SettingReport>& settings, std::vector<Said>& said) {
  for (const auto& setting : settings)
    said.push_back(
        {subject, setting.name, true, {true, setting.desired, setting.actual, setting.state}, setting.cause});
}

void add_problems(const Report& report, std::vector<Said>& said) {
  std::map<std::string, std::vector<const node::Problem*>> by_code;
  for (const auto& problem : report.problems) by_code[problem.code].push_back(&problem);
  for (const auto& [code, problems] : by_code) {
    bool error = std::any_of(problems.begin(), problems.end(), [](const node::Problem* problem) {
      return problem->severity == profile::Severity::error;
    });
    auto one = fact("problem", code, error ? "error" : "warning");
    if (problems.size() > 1) one.value.actual += fmt::format(", {} times", problems.size());
    if (error) one.value.state = settings::State::failed;
    one.cause = problems.front()->text;
    said.push_back(std::move(one));
  }
}

std::vector<Said> said_by(const Report& report) {
  std::vector<Said> said{fact("report", "version", report.version), fact("report", "mode", report.mode),
                         fact("report", "profile", std::string{profile::short_digest(report.profile_digest)})};
  add_problems(report, said);
  add("node", report.node, said);
  for (const auto& nic : report.nics) {
    said.push_back(fact(nic.name, {}, "there"));
    said.push_back(fact(nic.name, "group", nic.group));
    said.push_back(fact(nic.name, "driver", nic.driver));
    said.push_back(fact(nic.name, "link layer", nic.link_layer));
    add(nic.name, nic.settings, said);
  }
  return said;
}

bool has(const Report& report, const std::string& nic) {
  return std::any_of(report.nics.begin(), report.nics.end(), [&](const NicReport& each) { return each.name == nic; });
}

/// Whether a node that doesn't speak of a point lacks it: of a NIC that isn't there, that alone is said.
bool lacks(const Report& report, const Point& point) {
  bool of_nic = point.subject != "node" && point.subject != "report" && point.subject != "problem";
  return !of_nic || point.name.empty() || has(report, point.subject);
}

void hold(Point& point, const Value& value, std::size_t node, const std::string& cause) {
  auto same = std::find_if(point.variants.begin(), point.variants.end(),
                           [&](const Variant& variant) { return variant.value == value; });
  if (same == point.variants.end()) same = point.variants.insert(same, {value, {}});
  same->holders.push_back({node, cause});
}

}  // namespace

std::vector<Point> points_of(const std::vector<NodeReport>& nodes) {
  using Key = std::tuple<std::string, std::string, bool>;
  std::map<Key, std::size_t> places;
  std::map<std::string, std::size_t> subjects;
  std::vector<Point> points;
  std::vector<std::set<std::size_t>> speakers;
  for (std::size_t node = 0; node < nodes.size(); ++node)
    for (auto& said : said_by(nodes[node].report)) {
      subjects.emplace(said.subject, subjects.size());
      auto [place, is_new] = places.emplace(Key{said.subject, said.name, said.is_setting}, points.size());
      if (is_new) {
        points.push_back({said.subject, said.name, said.is_setting, {}});
        speakers.emplace_back();
      }
      // A report that says one thing twice is taken at its first word.
      if (speakers[place->second].insert(node).second) hold(points[place->second], said.value, node, said.cause);
    }
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t node = 0; node < nodes.size(); ++node)
      if (!speakers[i].contains(node) && lacks(nodes[node].report, points[i]))
        hold(points[i], {.there = false}, node, {});
  std::stable_sort(points.begin(), points.end(),
                   [&](const Point& a, const Point& b) { return subjects.at(a.subject) < subjects.at(b.subject); });
  return points;
}

}  // namespace roced::compare
