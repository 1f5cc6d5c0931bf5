#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "settings/setting.hpp"

namespace roced::keep {

/// "aa:bb:cc:dd:ee:ff dcb.pfc", "node rdma.netns": a setting of this very card, in whichever slot. Where a port has no
/// permanent MAC address, by its PCI address; where it has neither, by its name.
std::string key_of(const std::optional<node::Nic>& nic, std::string_view setting);

using Values = std::map<std::string, catalog::Value>;  ///< by key_of

/// One moment on all clocks.
struct Moment {
  std::string boot;             ///< what kernel::boot_id_file says
  std::uint64_t boottime_usec;  ///< CLOCK_BOOTTIME
  std::uint64_t wall_usec;      ///< CLOCK_REALTIME
};

/// A moment that no change of the wall clock moves. In another boot it is past.
struct Deadline {
  std::string boot;        ///< what kernel::boot_id_file says
  std::uint64_t usec = 0;  ///< CLOCK_BOOTTIME

  std::chrono::microseconds left(const Moment& now) const;
  bool operator==(const Deadline&) const = default;
};

/// An apply that goes back unless it is confirmed in time.
struct Trial {
  std::string digest;  ///< of the profile that was applied
  Deadline deadline;
  Values before;  ///< of what it was to change
  bool operator==(const Trial&) const = default;
};

/// Values that are to come back and aren't back yet.
struct Return {
  bool restore = false;  ///< to before roced's first changes; else to before a trial
  Values values;
  bool operator==(const Return&) const = default;
};

/// Nothing is repaired until then.
struct Pause {
  std::uint64_t since_usec = 0;  ///< CLOCK_REALTIME
  std::uint64_t until_usec = 0;  ///< likewise; 0: until somebody says resume
  Deadline until;                ///< the same moment, which counts in its own boot

  /// Zero: it is over. The most there is: until somebody says resume.
  std::chrono::microseconds left(const Moment& now) const;
  bool operator==(const Pause&) const = default;
};

/// What roced keeps over its own end.
struct Kept {
  Values originals;                  ///< the value that each setting had before roced's first change of it
  std::set<std::string> rejected;    ///< digests of profiles that were reverted: they are only observed
  settings::LastWrites last_writes;  ///< of what is being written; after a crash they are still to be made
  std::optional<Trial> trial;
  std::optional<Return> going_back;
  std::optional<Pause> pause;
  bool operator==(const Kept&) const = default;
};

}  // namespace roced::keep
