#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// What can be typed: one function and one file a verb. Each prints, and returns the exit code.
namespace roced::ctl {

/// What every verb takes.
struct Common {
  bool json = false;
  bool legend = true;
};

/// What to apply; empty: all.
struct Wanted {
  bool now = false;             ///< also what would disturb a running job
  unsigned confirm_within = 0;  ///< seconds, after which it goes back unless it is confirmed; 0: it stays
  std::string nic, setting;
};

/// How long to wait for the node to be in sync.
struct Patience {
  unsigned timeout = 0;  ///< seconds; 0: for ever
  bool early = false;    ///< as [early] of the profile says, and not where that observes
};

/// What to tell of the past.
struct Past {
  std::vector<std::string> about;  ///< NICs, "node" and settings; empty: all, problems of the node and profiles too
  std::string since;               ///< empty: as far back as the journal goes
  std::size_t lines = 0;           ///< the newest entries; 0: all
  std::string directory;           ///< a copy of a journal; empty: this node's
  std::vector<std::string> files;  ///< journal files, likewise
};

/// The daemon's last report; `subject` is a NIC, "node", or empty for all.
int status(const Common& common, const std::string& subject);
/// Reads the node now. Changes nothing and needs no daemon. An empty `profile` is the installed one.
int check(const Common& common, const std::string& profile);
/// What apply would do.
int diff(const Common& common, const std::string& profile);
/// Asks the daemon to bring the node to its profile.
int apply(const Common& common, const Wanted& wanted);
/// Keeps an apply that waited for this word.
int confirm(const Common& common);
/// Takes back an apply that waits for its confirmation, or goes on with that.
int revert(const Common& common);
/// Takes back all that roced ever changed, and pauses it.
int restore(const Common& common);
/// No repairs for "10m"; empty: until resume.
int pause(const Common& common, const std::string& duration);
int resume(const Common& common);
/// Drift and repairs as they happen, until a signal ends it.
int watch(const Common& common);
/// Drift, repairs and what else roced told, from the journal. Needs no daemon.
int history(const Common& common, const Past& past);
/// How the reports of several nodes differ.
int compare(const Common& common, const std::vector<std::string>& files);
/// Until the node is in sync.
int wait(const Common& common, const Patience& patience);
/// What is to be said of a profile.
int profile_check(const Common& common, const std::string& profile);
/// The profile as it is after merging, and which file said what.
int profile_show(const Common& common, const std::string& profile);
/// A profile of what this node has, to a file that isn't there yet; empty: to standard output. Needs no daemon.
int profile_init(const Common& common, const std::string& output);
/// What a setting is; empty: a line on each.
int explain(const Common& common, const std::string& setting);

}  // namespace roced::ctl
