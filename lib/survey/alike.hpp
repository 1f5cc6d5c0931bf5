#pragma once

#include <string>
#include <vector>

#include "profile/tree.hpp"
#include "survey/facts.hpp"

namespace roced::survey {

/// NICs that one group of a profile can mean: the same hardware, and the same to say of each.
struct Alike {
  std::string name;  ///< of the group
  std::vector<node::Nic> nics;
  Facts facts;  ///< of the first
  Values said;  ///< the values that the group states

  const node::Nic& first() const { return nics.front(); }
  bool same_hardware(const Alike& other) const;
};

/// The Ethernet ports among `nics`, each with its facts, in groups with names.
std::vector<Alike> groups_of(node::Snapshot& now, const std::vector<node::Nic>& nics);

/// What tells them from all other NICs of the node: the driver where that is enough, else their addresses or names.
profile::Table match_of(const Alike& group, const node::Node& node);

}  // namespace roced::survey
