#include "agent/journal.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <sys/uio.h>
#include <syslog.h>
#include <systemd/sd-journal.h>

namespace roced::agent::journal {
namespace {

using settings::State;

// What happened, for journalctl MESSAGE_ID= and the catalog (units/roced.catalog).
constexpr const char* repaired_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f01";
constexpr const char* drifted_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f02";
constexpr const char* failed_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f03";
constexpr const char* held_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f04";
constexpr const char* returned_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f06";
constexpr const char* problem_id = "3bb63ec5a6b0421a8a2e0c7c7b1d5f05";

using Fields = std::vector<std::string>;

void send(int priority, const std::string& text, Fields fields = {}) {
  // systemd says so where standard error is the journal's; elsewhere (a terminal, a test) lines are for people.
  if (std::getenv("JOURNAL_STREAM") == nullptr) {
    fmt::print(stderr, "roced: {}\n", text);
    return;
  }
  fields.push_back("MESSAGE=" + text);
  fields.push_back(fmt::format("PRIORITY={}", priority));
  fields.emplace_back("SYSLOG_IDENTIFIER=roced");
  std::vector<iovec> parts;
  for (auto& field : fields) parts.push_back({field.data(), field.size()});
  sd_journal_sendv(parts.data(), static_cast<int>(parts.size()));
}

std::string milliseconds(std::chrono::microseconds time) {
  auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return whole > 0 ? fmt::format("{} ms", whole) : fmt::format("{} µs", time.count());
}

std::string sentence(const converge::Outcome& outcome, const std::string& desired) {
  const auto& setting = *outcome.setting;
  auto name = fmt::format("{}: {}", setting.subject().name(), setting.row().name);
  if (outcome.returned) return fmt::format("{} was {}; went back to {}", name, outcome.was, desired);
  auto who = outcome.who.empty() ? std::string{} : ", changed " + outcome.who;
  if (outcome.repaired)
    return fmt::format("{} was {}{}; repaired to {} in {}", name, outcome.was, who, desired,
                       milliseconds(outcome.latency));
  auto is = outcome.actual.empty() ? std::string{} : fmt::format(" is {}, want {}", outcome.actual, desired);
  if (outcome.after == State::in_sync) return fmt::format("{} is {} again", name, outcome.actual);
  return fmt::format("{}{}{}: {}{}", name, is, who, to_text(outcome.after),
                     outcome.cause.empty() ? "" : ": " + outcome.cause);
}

const char* message_id(const converge::Outcome& outcome) {
  if (outcome.returned) return returned_id;
  if (outcome.repaired) return repaired_id;
  if (outcome.after == State::failed) return failed_id;
  return outcome.after == State::held ? held_id : drifted_id;
}

}  // namespace

void tell(const converge::Outcome& outcome) {
  // In sync at the first look is what is expected.
  if (outcome.after == State::in_sync && !outcome.repaired && outcome.before == State::unknown) return;
  const auto& setting = *outcome.setting;
  auto desired = to_text(setting.desired());
  int priority = outcome.after == State::in_sync ? LOG_NOTICE : LOG_WARNING;
  if (outcome.after == State::failed) priority = LOG_ERR;
  send(priority, sentence(outcome, desired),
       {fmt::format("MESSAGE_ID={}", message_id(outcome)), "ROCED_SUBJECT=" + setting.subject().name(),
        fmt::format("ROCED_SETTING={}", setting.row().name), "ROCED_DESIRED=" + desired,
        "ROCED_ACTUAL=" + outcome.actual, "ROCED_WAS=" + outcome.was,
        fmt::format("ROCED_STATE={}", to_text(outcome.after)), "ROCED_CAUSE=" + outcome.cause,
        "ROCED_WHO=" + outcome.who,
        fmt::format("ROCED_LATENCY_USEC={}", outcome.repaired ? outcome.latency.count() : 0)});
}

void tell(const node::Problem& problem) {
  bool is_error = problem.severity == profile::Severity::error;
  send(is_error ? LOG_ERR : LOG_WARNING, problem.text,
       {fmt::format("MESSAGE_ID={}", problem_id), "ROCED_CODE=" + problem.code});
}

void info(const std::string& text) { send(LOG_INFO, text); }
void error(const std::string& text) { send(LOG_ERR, text); }

}  // namespace roced::agent::journal
