#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/client.hpp"
#include "agent/ctl/look.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "agent/ctl/waiting.hpp"
#include "profile/duration.hpp"
#include "report/table.hpp"

namespace roced::ctl {
namespace {

using nlohmann::ordered_json;
using settings::State;
using End = Waiting::End;

constexpr const char* roced_status = "systemctl status roced says how it is";

std::string word(End end) {
  switch (end) {
    case End::in_sync:
      return "in-sync";
    case End::observes:
      return "observes";
    case End::not_started:
      return "not-started";
    case End::time_over:
    case End::refused:
      break;
  }
  return "timeout";
}

/// Calls `use` with the name of its subject and each setting that isn't in sync.
template <typename Use>
void for_each_left(const converge::Report& report, Use use) {
  auto go = [&](const std::string& subject, const std::vector<converge::SettingReport>& settings) {
    for (const auto& setting : settings)
      if (setting.weight() != State::in_sync) use(subject, setting);
  };
  go("node", report.node);
  for (const auto& nic : report.nics) go(nic.name, nic.settings);
}

std::string to_json(End end, const std::optional<converge::Report>& report) {
  auto settings = ordered_json::array();
  auto problems = ordered_json::array();
  if (report) {
    for_each_left(*report, [&](const std::string& subject, const converge::SettingReport& setting) {
      settings.push_back({{"subject", subject},
                          {"setting", setting.name},
                          {"desired", setting.desired},
                          {"actual", setting.actual.empty() ? ordered_json{} : ordered_json(setting.actual)},
                          {"state", to_text(setting.state)},
                          {"cause", setting.cause}});
    });
    for (const auto& problem : report->problems)
      if (problem.severity == profile::Severity::error) problems.push_back(problem.text);
  }
  return ordered_json{{"schema", 1},
                      {"ended", word(end)},
                      {"state", report ? ordered_json(to_text(report->state())) : ordered_json{}},
                      {"settings", settings},
                      {"problems", problems}}
             .dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
         '\n';
}

/// A line on each thing that isn't in sync.
std::string to_text(const converge::Report& report, const report::Style& style) {
  std::string text;
  for_each_left(report, [&](const std::string& subject, const converge::SettingReport& setting) {
    text += line_of({.subject = subject,
                     .setting = setting.name,
                     .desired = setting.desired,
                     .actual = setting.actual,
                     .state = std::string{to_text(setting.state)},
                     .cause = setting.cause},
                    setting.state, style);
  });
  for (const auto& problem : report.problems)
    if (problem.severity == profile::Severity::error)
      text += fmt::format("{} {}\n", report::painted("error:", State::failed, style), problem.text);
  return text;
}

int tell_time_over(const Common& common, const Waiting& waiting, const std::string& waited) {
  const auto& report = waiting.report();
  if (report) {
    if (!common.json) print(to_text(*report, style(common.legend)));
    say(fmt::format("not in sync after {}; rocectl status shows how it goes on", waited));
  } else if (waiting.is_running()) {
    say(fmt::format("roced hasn't answered in {}; {}", waited, roced_status));
  } else {
    say(fmt::format("roced isn't running after {} (org.roced.Node1 isn't on the bus); {}", waited, roced_status));
  }
  return not_in_sync;
}

int not_waiting(const Common& common, const std::string& why) {
  print(common.json ? to_json(End::observes, {}) : fmt::format("not waiting: {}\n", why));
  return all_well;
}

int run(const Common& common, const Waiting::Terms& terms) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  Waiting waiting{*client, terms};
  auto end = waiting.run();
  if (end == End::refused) return refuse(waiting.why());
  if (common.json) print(to_json(end, waiting.report()));
  switch (end) {
    case End::in_sync:
      if (!common.json) print("in sync\n");
      return all_well;
    case End::observes:
      if (!common.json) print("not waiting: the profile in force observes\n");
      return all_well;
    case End::not_started:
      return refuse(
          fmt::format("not waiting: roced.service isn't started, nor about to; start it with systemctl enable "
                      "--now roced ({})",
                      roced_status));
    case End::time_over:
    case End::refused:
      break;
  }
  return tell_time_over(common, waiting, profile::to_text(*terms.timeout));
}

/// As [early] of the installed profile has it.
int wait_early(const Common& common) {
  auto loaded = profile::load(sources({}));
  // roced may be running with a profile from before: it then knows the mode.
  if (!loaded.profile)
    say("the profile has errors, so that [early] wait isn't known and counts as its default; rocectl profile check "
        "says "
        "which");
  profile::Profile profile = loaded.profile ? std::move(*loaded.profile) : profile::Profile{};
  if (loaded.profile && profile.only_observes()) return not_waiting(common, "the profile observes");
  if (profile.early_wait.count() == 0) return not_waiting(common, "[early] wait is 0s");
  return run(
      common,
      {.timeout = profile.early_wait, .unless_observed = !loaded.profile.has_value(), .unless_not_started = true});
}

}  // namespace

int wait(const Common& common, const Patience& patience) {
  if (patience.early) return wait_early(common);
  if (patience.timeout == 0) return run(common, {});
  return run(common, {.timeout = std::chrono::seconds{patience.timeout}});
}

}  // namespace roced::ctl
