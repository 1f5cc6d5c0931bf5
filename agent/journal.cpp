#include "agent/journal.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <sys/uio.h>
#include <syslog.h>
#include <systemd/sd-journal.h>

#include "history/fields.hpp"
#include "profile/digest.hpp"
#include "report/style.hpp"

namespace roced::agent::journal {
namespace {

using settings::State;

namespace message = history::message;
namespace field = history::field;

using Fields = std::vector<std::string>;

std::string named(const char* name, std::string_view value) { return fmt::format("{}={}", name, value); }

void send(int priority, const std::string& text, Fields fields = {}) {
  // systemd says so where standard error is the journal's; elsewhere (a terminal, a test) lines are for people.
  if (std::getenv("JOURNAL_STREAM") == nullptr) {
    fmt::print(stderr, "roced: {}\n", text);
    return;
  }
  fields.push_back(named(field::text, text));
  fields.push_back(named(field::priority, std::to_string(priority)));
  fields.emplace_back("SYSLOG_IDENTIFIER=roced");
  std::vector<iovec> parts;
  for (auto& field : fields) parts.push_back({field.data(), field.size()});
  sd_journal_sendv(parts.data(), static_cast<int>(parts.size()));
}

/// Why it is so; of a repair, why it was made.
std::string cause_of(const converge::Outcome& outcome) {
  if (outcome.repaired && outcome.asked) return "asked for with rocectl apply";
  return outcome.cause;
}

std::string sentence(const converge::Outcome& outcome, const std::string& desired) {
  const auto& setting = *outcome.setting;
  auto name = fmt::format("{}: {}", setting.subject().name(), setting.row().name);
  if (outcome.returned) return fmt::format("{} was {}; went back to {}: {}", name, outcome.was, desired, outcome.cause);
  auto who = outcome.who.empty() ? std::string{} : ", changed " + outcome.who;
  if (outcome.repaired)
    return fmt::format("{} was {}{}; repaired to {} in {}{}", name, outcome.was, who, desired,
                       report::spoken(outcome.latency), outcome.asked ? ", " + cause_of(outcome) : "");
  auto is = outcome.actual.empty() ? std::string{} : fmt::format(" is {}, want {}", outcome.actual, desired);
  if (outcome.after == State::in_sync) return fmt::format("{} is {} again", name, outcome.actual);
  return fmt::format("{}{}{}: {}{}", name, is, who, to_text(outcome.after),
                     outcome.cause.empty() ? "" : ": " + outcome.cause);
}

const char* message_id(const converge::Outcome& outcome) {
  if (outcome.returned) return message::returned;
  if (outcome.repaired) return message::repaired;
  if (outcome.after == State::failed) return message::failed;
  return outcome.after == State::held ? message::held : message::stands;
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
       {named(field::message_id, message_id(outcome)), named(field::subject, setting.subject().name()),
        named(field::setting, setting.row().name), named(field::desired, desired), named(field::actual, outcome.actual),
        named(field::was, outcome.was), named(field::state, to_text(outcome.after)),
        named(field::cause, cause_of(outcome)), named(field::who, outcome.who),
        named(field::latency, std::to_string(outcome.repaired ? outcome.latency.count() : 0))});
}

void tell(const node::Problem& problem) {
  bool is_error = problem.severity == profile::Severity::error;
  send(is_error ? LOG_ERR : LOG_WARNING, problem.text,
       {named(field::message_id, message::problem), named(field::code, problem.code)});
}

void tell(const profile::Profile& profile) {
  auto mode = profile.mode == profile::Mode::enforce ? "enforce" : "observe";
  send(LOG_INFO,
       fmt::format("profile {} ({}) is in force: {}", profile.path, profile::short_digest(profile.digest), mode),
       {named(field::message_id, message::profile), named(field::profile, profile.path),
        named(field::digest, profile.digest), named(field::mode, mode)});
}

void info(const std::string& text) { send(LOG_INFO, text); }
void error(const std::string& text) { send(LOG_ERR, text); }

}  // namespace roced::agent::journal
