#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "agent/handles.hpp"

namespace roced::ctl {

/// A setting after an apply, in words.
struct Applied {
  std::string subject, setting, desired, actual, state, cause;
};

/// "rt0: mtu is 1500, want 9000: held: …", as one line.
std::string line_of(const Applied& setting, settings::State state, const report::Style& style);

/// A repair that roced told of.
struct Repair {
  std::string subject, setting, value;
  std::chrono::microseconds latency{0};
};

/// The arguments of a DriftRepaired signal.
Answer<Repair> read_repair(sd_bus_message* signal);

/// roced, as reached over the system bus.
class Client {
 public:
  static Answer<Client> connect();

  /// The report as JSON.
  Answer<std::string> describe();

  struct Applying {
    std::vector<Applied> settings;  ///< all that were asked for
    std::vector<Repair> repairs;    ///< what was written on the way
  };
  Answer<Applying> apply(const Wanted& wanted);

  /// A method without arguments that changes something: polkit may ask a person for a password.
  Answer<void> ask(const char* method);
  Answer<void> pause(std::chrono::seconds duration);

  sd_bus* bus() { return bus_.get(); }

 private:
  explicit Client(sd_bus* bus) : bus_{bus} {}
  agent::Bus bus_;
};

}  // namespace roced::ctl
