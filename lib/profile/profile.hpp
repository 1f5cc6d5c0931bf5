#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace roced::profile {

/// Where in the profile something was said. Lines and columns count from 1; line 0: nowhere (a default).
struct Origin {
  std::shared_ptr<const std::string> file;
  unsigned line = 0;
  unsigned column = 0;

  /// "/etc/roced/profile.toml:14:9"
  std::string text() const;
};

enum class Mode { observe, enforce };
enum class Disruptive { when_idle, never };

/// One wish: this setting shall have that value.
struct Wish {
  const catalog::Row* row = nullptr;
  catalog::Value value;
  Origin origin;
  bool follows = false;  ///< from [nic.NAME.roce]: where the node has no such knob, that only warns
};

/// All that are given must hold; each list means any of. ifname, pci and rdma_device are globs. vendor and device are
/// four lower-case hexadecimal digits. kind: "pf", "vf", "virtual". link_layer: "ethernet", "infiniband".
struct Match {
  std::vector<std::string> ifname, pci, rdma_device, vendor, device, driver, kind, link_layer;
  bool empty() const;
};

struct Group {
  std::string name;
  Match match;
  Match except;  ///< `not`: none of its keys may hold
  std::optional<unsigned> count;
  Mode mode = Mode::observe;
  std::vector<std::string> optional;  ///< dotted names that may be unsupported
  std::vector<Wish> wishes;           ///< in the order of the catalogue
  Origin origin;
};

struct Repair {
  Disruptive disruptive = Disruptive::when_idle;
  std::chrono::seconds idle_for{120};
  unsigned limit = 5;                ///< repairs of one setting ...
  std::chrono::seconds within{600};  ///< ... in this time
};

/// One value of the merged profile, and who gave it.
struct Told {
  std::string key;    ///< dotted, with its group: "nic.rails.dcb.pfc"
  std::string value;  ///< as TOML: "[3]"
  Origin origin;      ///< of the key; line 0: a default
};

/// A whole profile, merged, checked and expanded.
struct Profile {
  std::string path;
  std::string digest;      ///< "sha256:…" of `canonical`
  std::string canonical;   ///< the merged profile as TOML, keys sorted: the same bytes for the same meaning
  std::vector<Told> told;  ///< the values of `canonical`, in its order
  Mode mode = Mode::observe;
  std::chrono::seconds check_every{60};
  Repair repair;
  std::chrono::seconds early_wait{60};  ///< what starts after roced-converged.target waits so long at most
  std::vector<Wish> node;               ///< in the order of the catalogue
  std::vector<Group> groups;

  /// Whether nothing that it names is ever repaired without a person's word.
  bool only_observes() const;
};

enum class Severity { warning, error };

/// Something in a profile that a person should see.
struct Diagnostic {
  Severity severity = Severity::error;
  Origin origin;
  std::string text;
  std::string advice;  ///< a second sentence: what to write instead; may be empty

  /// "/etc/roced/profile.toml:14:9: error: dcb.pfc: 8 is not a priority (0 to 7)"
  std::string line() const;
};

}  // namespace roced::profile
