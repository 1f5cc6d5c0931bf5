#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converge/changes.hpp"
#include "converge/contention.hpp"
#include "converge/guard.hpp"

namespace roced::converge {

/// Who wants a convergence, and of what.
struct Ask {
  bool person = false;       ///< asked for by hand: also where the profile observes; doesn't count as a repair
  bool now = false;          ///< also what would disturb a running job
  bool event = false;        ///< on news from the kernel, which may be of roced's own writes
  bool going_back = false;   ///< to the values from before
  bool fresh_start = false;  ///< the first convergence after a start doesn't count as a repair
  std::string subject{};     ///< a NIC or "node"; empty: all
  std::string setting{};     ///< a dotted name; empty: all
  /// Who changed what has drifted, in words, where that is known; asked once for each drift. May be empty itself.
  std::function<std::string(const settings::Setting& drifted)> who{};

  bool means(const settings::Setting& setting_asked) const;
};

/// A setting with what is known of it, and the verdict of its row in the plan.
struct Standing {
  const settings::Setting* setting = nullptr;
  Finding finding;
};

/// What a setting is known by, on this node: "ens6f0np0 mtu".
std::string key(const settings::Setting& setting);

/// Of the same subject, and protecting traffic only together.
bool same_unit(const settings::Setting& one, const settings::Setting& other);

/// Settings that are written together, or not at all for now.
struct Stage {
  std::vector<Step> steps;
  std::optional<settings::State> stays;  ///< not written: the state that its settings are in instead
  std::string cause;
  bool busy = false;  ///< held by who uses the NIC, of whose end nobody tells
};

/// Why nothing is repaired for now, and the state in which that leaves what has drifted. A person's word counts more.
struct Standstill {
  settings::State state = settings::State::held;
  std::string cause;
};

/// What the profile and the moment allow.
struct Policy {
  profile::Disruptive disruptive = profile::Disruptive::when_idle;
  Guard& guard;
  Contention& contention;
  std::optional<Standstill> standstill;
};

/// Which of the drifted settings may be written now, and in which order; for the others, why not.
std::vector<Stage> plan(const std::vector<Standing>& standings, const Ask& ask, const Policy& policy,
                        node::Snapshot& now);

/// Asks once more, right before a stage is written, for what it would disturb.
void judge_again(Stage& stage, const Ask& ask, const Policy& policy, kernel::Kernel& kernel);

}  // namespace roced::converge
