#pragma once

#include <string>
#include <vector>

#include "node/node.hpp"
#include "profile/profile.hpp"

namespace roced::node {

/// A NIC under a group of the profile.
struct Member {
  const profile::Group* group = nullptr;
  Nic nic;
  std::string unwritten;  ///< why nothing of it is written; empty: it may be
};

struct Matching {
  std::vector<Member> members;  ///< by group in the profile's order, then by NIC
  std::vector<Problem> problems;
};

/// Which NICs the profile's groups mean. A NIC that two groups match is under neither. The groups must outlive the
/// answer.
Matching match(const profile::Profile& profile, const Node& node);

}  // namespace roced::node
