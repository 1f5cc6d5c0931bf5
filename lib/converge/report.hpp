#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "node/node.hpp"
#include "settings/reading.hpp"

namespace roced::converge {

using Time = std::chrono::system_clock::time_point;

/// A setting as it stands, in words. Empty text: not known.
struct SettingReport {
  std::string name;
  std::string desired;
  std::string actual;
  settings::State state = settings::State::unknown;
  std::string cause;
  std::string disruption;
  Time since;             ///< when it came into this state
  bool optional = false;  ///< unsupported doesn't count

  /// The state that counts for the whole.
  settings::State weight() const;
};

struct NicReport {
  std::string name, group, pci, driver, rdma_device;
  unsigned port = 1;
  std::string link_layer;
  std::vector<SettingReport> settings;

  settings::State state() const;
};

/// What there is to say of a node. Stands by itself: no pointer into anything.
struct Report {
  std::string version, host;
  Time time;         ///< when all of it was last looked at
  std::string mode;  ///< "observe" or "enforce"
  std::string profile_path, profile_digest;
  std::vector<SettingReport> node;
  std::vector<NicReport> nics;
  std::vector<node::Problem> problems;

  /// The worst of all settings; failed where a problem is an error and nothing is worse.
  settings::State state() const;
  /// How many settings are in a state; unsupported ones that are optional aren't counted.
  std::size_t count(settings::State state) const;
  std::size_t size() const;
};

}  // namespace roced::converge
