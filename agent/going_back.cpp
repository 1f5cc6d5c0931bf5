#include "agent/going_back.hpp"

#include <set>

#include <fmt/format.h>

#include "keep/returning.hpp"

namespace roced::agent {

using settings::State;

kernel::Result<void> Unfinished::keep(const std::vector<converge::Intent>& /*intents*/,
                                      const settings::LastWrites& last) {
  if (!last.empty()) store_.change_anyway([&](keep::Kept& kept) { kept.last_writes.insert(last.begin(), last.end()); });
  return {};
}

GoingBack::Outcomes GoingBack::go(Upkeep* upkeep) {
  const auto& back = store_.kept().going_back;
  if (!back) return {};
  auto limits = upkeep != nullptr ? upkeep->profile().repair : profile::Repair{};
  limits.disruptive = profile::Disruptive::when_idle;  // a person asked for it
  auto node = node::discover(kernel_);
  convergence_ = std::make_unique<converge::Convergence>(kernel_, keep::returning(back->values, node.nics), limits,
                                                         upkeep != nullptr ? upkeep->guard() : guard_, unfinished_);
  auto outcomes = convergence_->converge([](const auto&, State) { return true; }, {.person = true, .going_back = true});
  std::set<std::string> done;
  for (const auto& [key, subject, setting, value] : keep::stuck(back->values, node.nics)) {
    done.insert(key);
    stuck_.push_back(
        {profile::Severity::warning, "not-back",
         fmt::format("{}: {} was {} before roced's change of it, which can't be written back as a whole: it "
                     "stays as it is, set by hand what matters of it",
                     subject, setting, to_text(value))});
  }
  for (auto& outcome : outcomes) {
    outcome.returned = outcome.repaired;
    if (outcome.returned)
      outcome.cause = back->restore ? "restored to before roced's first change"
                                    : "the apply was reverted, or wasn't confirmed in time";
    if (outcome.after == State::in_sync)
      done.insert(keep::key_of(outcome.setting->subject().nic, outcome.setting->row().name));
  }
  // A card that isn't here keeps its values for when it comes; a restore ends with the others all the same. The node is
  // as it is by now, whether the disk takes that or not.
  store_.change_anyway([&](keep::Kept& kept) {
    std::erase_if(kept.going_back->values, [&](const auto& each) { return done.contains(each.first); });
    if (kept.going_back->restore)
      std::erase_if(kept.originals, [&](const auto& each) { return done.contains(each.first); });
    auto gone = keep::absent(kept.going_back->values, node.nics);
    if (!node.partly_unread && gone.size() == kept.going_back->values.size()) kept.going_back.reset();
  });
  return outcomes;
}

void GoingBack::add_problems(std::vector<node::Problem>& problems) const {
  problems.insert(problems.end(), stuck_.begin(), stuck_.end());
  if (!store_.kept().going_back || !convergence_) return;
  converge::Report back;
  convergence_->fill(back);
  auto add = [&](const std::string& subject, const std::vector<converge::SettingReport>& rows) {
    for (const auto& row : rows)
      if (row.state != State::in_sync)
        problems.push_back({profile::Severity::error, "not-back",
                            fmt::format("{}: {} shall go back to {} and {}: {}{}", subject, row.name, row.desired,
                                        row.actual.empty() ? "can't be read" : "is " + row.actual, to_text(row.state),
                                        row.cause.empty() ? "" : ": " + row.cause)});
  };
  add("node", back.node);
  for (const auto& nic : back.nics) add(nic.name, nic.settings);
}

}  // namespace roced::agent
