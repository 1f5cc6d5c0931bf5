#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "converge/contention.hpp"
#include "converge/guard.hpp"
#include "converge/plan.hpp"
#include "converge/report.hpp"
#include "converge/store.hpp"
#include "settings/make.hpp"

namespace roced::converge {

/// Something that happened to a setting in one run, worth telling.
struct Outcome {
  const settings::Setting* setting = nullptr;
  std::string was;         ///< the value that was found, in words
  settings::State before;  ///< how it stood before this run
  settings::State after;
  std::string actual, cause;
  std::string who;        ///< made it drift; empty where that isn't known
  bool detected = false;  ///< it was found to have drifted, and wasn't known to
  bool repaired = false;
  bool asked = false;                    ///< by a person, who wanted the profile's value
  bool returned = false;                 ///< repaired, and the value is one from before
  std::chrono::microseconds latency{0};  ///< of the repair, from when the run was called for
};

/// "held: …; changed by tee (pid 812)": what can be done comes first.
std::string cause_with_who(const std::string& cause, const std::string& who);

/// The settings of a node as they stand, and what brings them to their wishes.
class Convergence {
 public:
  using Which = std::function<bool(const settings::Setting&, settings::State)>;
  using Clock = std::chrono::steady_clock;

  Convergence(kernel::Kernel& kernel, settings::Settings settings, const profile::Repair& repair, Guard& guard,
              Store& store);

  /// Looks at the settings that `which` picks. Writes nothing.
  std::vector<Outcome> check(const Which& which);

  /// Looks, and writes what may be written now. `since`: when it was called for.
  std::vector<Outcome> converge(const Which& which, const Ask& ask, Clock::time_point since = Clock::now());

  /// When all of them were last looked at.
  std::chrono::system_clock::time_point checked() const { return checked_; }

  /// What converge would do with all of them now, after a check.
  std::vector<Stage> plan(const Ask& ask);

  /// Takes over how settings stand and since when, from one under another profile: those that are asked for the same.
  void remember(const Convergence& before);
  /// The same, and what is fought over, from one that this one replaces.
  void inherit(const Convergence& before);

  /// From now on nothing is repaired but what a person asks for; nullopt ends it.
  void stand_still(std::optional<Standstill> why) { standstill_ = std::move(why); }

  /// The settings' part of a report.
  void fill(Report& report) const;

  bool any(settings::State state) const;
  /// Something is held by who uses its NIC: that it ends has no event, so that it must be asked for.
  bool waits_for_idle() const;

  /// Whether any setting may be changed by what such news tell.
  bool heeds(catalog::Event event) const;

  /// The files under /sys and /proc/sys that settings live in: those that were asked for when they were first read.
  std::set<std::string> files() const;
  bool lives_in(const settings::Setting& setting, const std::string& path) const;

  const Contention& contention() const { return contention_; }

 private:
  struct Known {
    Standing standing;
    Time since;
    bool seen = false;
    unsigned attempts = 0;  ///< writes in a row that failed
    std::string who;        ///< made it drift, as far as it is known
    std::set<std::string> files;
  };

  std::vector<Known*> pick(const Which& which);
  std::vector<Standing> look(const std::vector<Known*>& picked, node::Snapshot& now);
  /// What couldn't be read for want of a folder that may be made is looked at again.
  void prepare(std::vector<Standing>& found, const Ask& ask);
  /// DCB tells of every write, failed ones too and roced's own: what couldn't be written and still reads the same is
  /// left for the next periodic check, else one refusal would wake the next without end.
  static void leave_failed(const std::vector<Known*>& picked, std::vector<Standing>& found);
  std::vector<Finding> write(const std::vector<Standing>& found, const Ask& ask, node::Snapshot& now,
                             std::vector<bool>& repaired);
  Policy policy() { return {repair_.disruptive, guard_, contention_, standstill_}; }
  /// A setting of the same subject that must be in sync first and isn't; empty where none is in the way.
  std::string waits_for(const Stage& stage, const std::vector<Standing>& found, const std::vector<Finding>& left) const;
  /// Has the guard see who uses what could be disturbed one day.
  void observe(const std::vector<Known*>& picked, node::Snapshot& now);
  /// A write of one may undo another of its unit: the last DSCP entry that goes takes trust with it.
  void look_at_the_others(const Stage& written, const std::vector<Standing>& found, std::vector<Finding>& left);
  std::vector<Outcome> settle(const std::vector<Known*>& picked, const std::vector<Standing>& found,
                              const std::vector<Finding>& left, const std::vector<bool>& repaired, const Ask& ask,
                              Clock::time_point since);

  kernel::Kernel& kernel_;
  settings::Settings settings_;
  std::vector<Known> known_;
  profile::Repair repair_;
  Guard& guard_;
  Store& store_;
  Contention contention_;
  std::optional<Standstill> standstill_;
  std::chrono::system_clock::time_point checked_{};
};

}  // namespace roced::converge
