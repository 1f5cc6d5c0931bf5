#include "converge/changes.hpp"

#include <cerrno>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace roced::converge {
namespace {

using settings::Completion;
using settings::State;

/// What writing one setting came to, before it is read back.
struct Attempt {
  std::optional<kernel::Error> error;
  settings::Written written;
  bool waits = false;  ///< its part is in the batch
};

/// What to do about a refusal that says little by itself.
std::string_view advice(int code) {
  if (code == EPERM || code == EACCES)
    return ". Either roced runs without CAP_NET_ADMIN (its unit has it), or the driver or "
           "firmware keeps this to "
           "itself";
  if (code == EROFS) return ". It is mounted read-only where roced runs: see the sandboxing of its unit";
  return "";
}

/// What a value that was read back says about the attempt that went before it.
void judge(const settings::Setting& setting, const Attempt& attempt, node::Snapshot& now, Finding& after) {
  if (after.in_sync()) return;
  if (!attempt.error && attempt.written.completion != Completion::now) {
    after.state = attempt.written.completion == Completion::at_reboot ? State::pending_reboot : State::pending_restart;
    after.cause = attempt.written.cause;
    return;
  }
  // Not writable any more: the setting itself says why, and in which state that leaves it.
  if (!attempt.error && !after.writable && after.reading.kind == settings::Reading::Kind::value) return;
  after.state = State::failed;
  auto still = after.reading.kind == settings::Reading::Kind::value
                   ? fmt::format("it still reads {}", after.actual())
                   : fmt::format("it can't be read back: {}", after.reading.reason);
  if (!attempt.error) {
    after.cause = fmt::format("written as {} and not refused, but {}: the driver ignored or changed it",
                              catalog::to_text(setting.desired()), still);
    return;
  }
  auto why = setting.why_refused(now, *attempt.error);
  after.cause = fmt::format("{}; {}{}{}", attempt.error->text(), still, why.empty() ? "" : ". ",
                            why.empty() ? advice(attempt.error->code) : why);
}

}  // namespace

void Changes::make(std::vector<Step>& unit, const std::vector<Intent>& followers, node::Snapshot& now) {
  auto intents = followers;
  settings::LastWrites last;
  for (const auto& step : unit) {
    intents.push_back({step.setting, step.before.value()});
    last.merge(step.setting->last_writes());
  }
  if (auto kept = store_.keep(intents, last); !kept) {
    for (auto& step : unit) {
      step.after = step.before;
      step.after.state = State::failed;
      step.after.cause = fmt::format("not written, since the value from before can't be kept: {}", kept.error().text());
    }
    return;
  }
  std::vector<Attempt> attempts(unit.size());
  settings::Batch batch{kernel_};
  for (std::size_t i = 0; i < unit.size(); ++i) {
    auto parts = batch.size();
    auto written = unit[i].setting->write(now, batch);
    attempts[i].waits = batch.size() != parts;
    if (written)
      attempts[i].written = *written;
    else
      attempts[i].error = written.error();
  }
  if (auto sent = batch.send(); !sent)
    for (auto& attempt : attempts)
      if (attempt.waits && !attempt.error) attempt.error = sent.error();
  if (!last.empty()) store_.finished(last);
  node::Snapshot fresh{kernel_};
  for (std::size_t i = 0; i < unit.size(); ++i) {
    unit[i].after = check(*unit[i].setting, fresh);
    judge(*unit[i].setting, attempts[i], fresh, unit[i].after);
  }
}

}  // namespace roced::converge
