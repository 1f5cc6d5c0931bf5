#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/findings.hpp"
#include "profile/profile.hpp"
#include "profile/tree.hpp"

namespace roced::profile {

/// A number of [nic.NAME.roce].
struct Asked {
  std::uint8_t number = 0;
  Origin origin;
};

/// [nic.NAME.roce]: what follows from it is in intent.cpp.
struct Roce {
  std::optional<Asked> priority, dscp, cnp_priority, cnp_dscp;
  bool given() const { return priority || dscp || cnp_priority || cnp_dscp; }
};

/// A group, and what is needed to judge it as a whole.
struct Draft {
  Group group;
  Roce roce;
  std::map<std::uint32_t, Origin> mapped;  ///< where dcb.dscp_prio gives a DSCP its priority

  const Wish* wish(std::string_view name) const;
};

struct Decoded {
  Profile profile;  ///< without its groups
  std::vector<Draft> groups;
  Table canonical;  ///< what the profile says, in one way of the many in which it can be said
};

/// Reads the merged profile. A value with something wrong is left out.
Decoded decode(const Table& merged, Findings& findings);

/// The parts of it. What they read goes to `canonical` in canonical form.
/// `groups`: all of them, by name.
std::optional<Draft> decode_group(const Table& groups, const std::string& name, Mode inherited, Table& canonical,
                                  Findings& findings);
/// `name` is the group's.
void decode_match(const Item& item, std::string_view name, Group& group, Table& canonical, Findings& findings);
/// What the rows of a scope find in `table`, whose dotted name `prefix` is, with a dot at its end.
std::vector<Wish> decode_wishes(const Table& table, catalog::Scope scope, std::string_view prefix, Table& canonical,
                                Findings& findings);
std::optional<Mode> decode_mode(const Item& item, Findings& findings);

}  // namespace roced::profile
