#include "report/table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::report {
namespace {

using converge::NicReport;
using converge::Report;
using converge::SettingReport;
using settings::State;

constexpr unsigned value_column = 25, state_column = 39;

/// How long ago, in the largest unit that fits: "2 s", "5 min", "3 h", "4 d".
std::string age(converge::Time time) {
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now() - time).count();
  seconds = std::max<decltype(seconds)>(seconds, 0);
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", seconds / 60);
  if (seconds < 172800) return fmt::format("{} h", seconds / 3600);
  return fmt::format("{} d", seconds / 86400);
}

/// `before`: the cause that was said last; what holds for a row of settings is said at the first.
std::string line_of(const SettingReport& setting, const std::string& before, const Style& style) {
  auto line = fmt::format("    {:<20} {:<13} ", setting.name, setting.desired);
  if (setting.state == State::in_sync) return line + painted("in sync", setting.state, style) + '\n';
  // A long value (a DSCP map) pushes the state to a line of its own, where the eye finds it.
  if (line.size() > state_column) line += '\n' + std::string(state_column, ' ');
  auto said = setting.actual.empty() ? std::string{} : ": " + setting.actual;
  // What a node lacks it lacks for ever; who only looks now doesn't know.
  if (style.of_daemon && setting.state != State::unsupported) said += ", for " + age(setting.since);
  line += painted(spoken(setting.state), setting.state, style) + wrapped(said, state_column, style.width) + '\n';
  if (!setting.cause.empty() && setting.cause != before)
    line += std::string(value_column, ' ') + wrapped(setting.cause, value_column, style.width) + '\n';
  if (setting.state == State::unsupported && setting.optional)
    line += std::string(value_column, ' ') + "optional here: doesn't count\n";
  return line;
}

std::string lines_of(const std::vector<SettingReport>& settings, const std::string& name, bool whole,
                     const Style& style) {
  std::string text, cause;
  std::size_t hidden = 0;
  for (const auto& setting : settings) {
    if (setting.weight() == State::in_sync && !whole) {
      ++hidden;
      continue;
    }
    text += line_of(setting, cause, style);
    cause = setting.cause;
  }
  if (hidden == 0) return text;
  auto more = text.empty() ? fmt::format("    {} in sync", hidden) : fmt::format("    {} more in sync", hidden);
  bool hint = style.of_daemon && !text.empty();
  return text + more + (hint ? fmt::format(" (rocectl status {} shows them)", name) : "") + '\n';
}

std::string heading_of(const NicReport& nic) {
  std::string text = "\n  " + nic.name;
  if (!nic.rdma_device.empty() && nic.rdma_device != nic.name)
    text += fmt::format("   {} port {}", nic.rdma_device, nic.port);
  if (nic.link_layer == "infiniband") text += "   InfiniBand";
  if (!nic.pci.empty()) text += "   " + nic.pci;
  return text + "   " + nic.group + '\n';
}

std::string totals(const Report& report) {
  std::string text;
  for (auto state : {State::failed, State::contended, State::drifted, State::held, State::pending_reboot,
                     State::pending_restart, State::unsupported, State::unknown, State::in_sync})
    if (auto count = report.count(state); count != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, spoken(state));
  return text.empty() ? "No settings: no NIC of this node is meant by the profile, or it asks for none.\n"
                      : text + ".\n";
}

std::string short_digest(const std::string& digest) {
  auto colon = digest.find(':');
  return colon == std::string::npos ? digest : digest.substr(colon + 1, 8);
}

std::string problems(const Report& report, const Style& style) {
  std::string text;
  for (const auto& problem : report.problems) {
    bool error = problem.severity == profile::Severity::error;
    text += fmt::format("\n  {} ", painted(error ? "error:" : "warning:", error ? State::failed : State::held, style));
    // The first line already holds the severity: its words count as the text's.
    auto lines = wrapped(fmt::format("{} {}", error ? "error:" : "warning:", problem.text), 4, style.width + 2);
    text += lines.substr(lines.find(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace

std::string to_table(const Report& report, const std::string& only, const Style& style) {
  std::string text;
  if (style.legend)
    text += fmt::format("{} {}   {}{}   profile {} {}   checked {} ago\n", painted("●", report.state(), style),
                        report.host, painted(spoken(report.state()), report.state(), style),
                        report.mode == "observe" ? " (observe)" : "",
                        report.profile_path.empty() ? "none" : report.profile_path, short_digest(report.profile_digest),
                        age(report.time));
  bool whole = !only.empty();
  if (!report.node.empty() && (!whole || only == "node"))
    text += "\n  node\n" + lines_of(report.node, "node", whole, style);
  for (const auto& nic : report.nics)
    if (!whole || only == nic.name) text += heading_of(nic) + lines_of(nic.settings, nic.name, whole, style);
  if (!whole) text += problems(report, style);
  if (style.legend && !whole) text += '\n' + totals(report);
  return text;
}

std::string to_diff(const std::vector<converge::Stage>& plan, const Style& style) {
  std::string text, subject, cause;
  std::size_t width = 0;
  for (const auto& stage : plan)
    for (const auto& step : stage.steps) width = std::max(width, step.setting->row().name.size());
  for (const auto& stage : plan)
    for (const auto& step : stage.steps) {
      const auto& setting = *step.setting;
      if (auto name = setting.subject().name(); name != subject) {
        text += name + '\n';
        subject = name;
      }
      auto state = stage.stays.value_or(State::in_sync);
      text +=
          painted(fmt::format("- {:<{}} {}", setting.row().name, width, step.before.actual()), State::failed, style) +
          '\n';
      auto to = fmt::format("+ {:<{}} {}", setting.row().name, width, to_text(setting.desired()));
      switch (setting.disruption()) {
        case catalog::Disruption::carrier:
          to += "   the link blinks";
          break;
        case catalog::Disruption::link:
          to += "   the link goes down and up";
          break;
        default:
          break;
      }
      if (auto more = setting.side_effect(); !more.empty()) to += fmt::format("   {}", more);
      text += painted(to, State::in_sync, style) + '\n';
      if (stage.stays && stage.cause == cause) continue;
      cause = stage.stays ? stage.cause : std::string{};
      if (stage.stays)
        text += fmt::format("  {}: {}\n", painted(spoken(state), state, style), wrapped(stage.cause, 2, style.width));
    }
  return text;
}

std::string to_line(const Report& report) {
  auto in_sync = report.count(State::in_sync);
  constexpr std::size_t most = 3;
  std::size_t said = 0;
  std::string text;
  auto add = [&](const std::string& subject, const std::vector<SettingReport>& settings) {
    for (const auto& setting : settings)
      if (setting.weight() != State::in_sync && ++said <= most)
        text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", subject, setting.name, spoken(setting.state));
  };
  add("node", report.node);
  for (const auto& nic : report.nics) add(nic.name, nic.settings);
  if (said > most) text += fmt::format(" and {} more", said - most);
  auto errors = std::count_if(report.problems.begin(), report.problems.end(),
                              [](const auto& problem) { return problem.severity == profile::Severity::error; });
  if (text.empty() && errors == 0)
    return report.size() == 0 ? "in sync: the profile names no setting" : fmt::format("in sync: {} settings", in_sync);
  if (text.empty()) return fmt::format("{} settings in sync; {}", in_sync, report.problems.front().text);
  return fmt::format("{} of {} settings not in sync: {}", report.size() - in_sync, report.size(), text);
}

}  // namespace roced::report
