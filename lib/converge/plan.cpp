#include "converge/plan.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::converge {
namespace {

using catalog::Disruption;
using settings::Setting;
using settings::State;

Disruption worst(const Stage& stage) {
  auto disruption = Disruption::none;
  for (const auto& step : stage.steps) disruption = std::max(disruption, step.setting->disruption());
  return disruption;
}

void stay(Stage& stage, State state, std::string cause) {
  stage.stays = state;
  stage.cause = std::move(cause);
}

bool disturbs(const Stage& stage) {
  auto disruption = worst(stage);
  return disruption == Disruption::carrier || disruption == Disruption::link;
}

void judge_disturbance(Stage& stage, const Ask& ask, const Policy& policy, node::Snapshot& now) {
  const auto& setting = *stage.steps.front().setting;
  if (ask.now || !setting.subject().nic) return;
  if (policy.disruptive == profile::Disruptive::never)
    return stay(stage, State::held,
                "[repair] disruptive is never: only by hand, with rocectl apply --now " + setting.subject().name());
  if (auto cause = policy.guard.held(*setting.subject().nic, now)) {
    stage.busy = true;
    stay(stage, State::held,
         ask.going_back ? *cause + "; goes back when that ends"
                        : fmt::format("{}; repaired when that ends, or now with: rocectl apply --now {}", *cause,
                                      setting.subject().name()));
  }
}

/// All that speaks against writing a stage now; the first that does names the state.
void judge(Stage& stage, const Ask& ask, const Policy& policy, node::Snapshot& now) {
  const auto& setting = *stage.steps.front().setting;
  if (const auto& why = setting.terms().unwritten; !why.empty()) return stay(stage, State::held, why);
  if (policy.standstill && !ask.person) return stay(stage, policy.standstill->state, policy.standstill->cause);
  if (setting.terms().mode == profile::Mode::observe && !ask.person)
    return stay(stage, State::drifted,
                "mode is observe: only reported. Repair it with rocectl apply, or say mode = \"enforce\"");
  if (!ask.person)
    for (const auto& step : stage.steps)
      if (auto cause = policy.contention.contended(key(*step.setting), worst(stage) == Disruption::link))
        return stay(stage, State::contended, std::move(*cause));
  if (disturbs(stage)) judge_disturbance(stage, ask, policy, now);
}

/// The first of a stage's unit that something holds back: the rest of it would protect nothing alone.
const Standing* held_back(const Stage& stage, const std::vector<Standing>& standings) {
  const auto& first = *stage.steps.front().setting;
  auto found = std::find_if(standings.begin(), standings.end(), [&](const Standing& each) {
    return each.finding.state == State::held && same_unit(first, *each.setting);
  });
  return found == standings.end() ? nullptr : &*found;
}

}  // namespace

bool same_unit(const Setting& one, const Setting& other) {
  return !one.row().unit.empty() && one.row().unit == other.row().unit &&
         one.subject().name() == other.subject().name();
}

std::string key(const Setting& setting) { return setting.subject().name() + " " + std::string{setting.row().name}; }

bool Ask::means(const Setting& setting_asked) const {
  return (subject.empty() || subject == setting_asked.subject().name()) &&
         (setting.empty() || setting == setting_asked.row().name);
}

std::vector<Stage> plan(const std::vector<Standing>& standings, const Ask& ask, const Policy& policy,
                        node::Snapshot& now) {
  std::vector<Stage> stages;
  for (const auto& [setting, finding] : standings) {
    bool may = finding.writable || (ask.person && finding.person_may_try);
    if (!may || !ask.means(*setting)) continue;
    Step step{setting, finding, finding};
    auto same = std::find_if(stages.begin(), stages.end(), [&, &setting = *setting](const Stage& stage) {
      return same_unit(*stage.steps.front().setting, setting);
    });
    if (same != stages.end())
      same->steps.push_back(std::move(step));
    else
      stages.push_back({{std::move(step)}, {}, {}});
  }
  for (auto& stage : stages) {
    judge(stage, ask, policy, now);
    const auto* held = ask.person || stage.stays ? nullptr : held_back(stage, standings);
    if (held != nullptr)
      stay(stage, State::held,
           fmt::format("it protects traffic only together with {}, which is held: {}", held->setting->row().name,
                       held->finding.cause));
  }
  return stages;
}

void judge_again(Stage& stage, const Ask& ask, const Policy& policy, kernel::Kernel& kernel) {
  if (!disturbs(stage)) return;
  node::Snapshot now{kernel};
  judge_disturbance(stage, ask, policy, now);
}

}  // namespace roced::converge
