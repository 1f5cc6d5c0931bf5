#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "converge/convergence.hpp"
#include "converge/report.hpp"
#include "kernel/kernel.hpp"
#include "node/matching.hpp"
#include "profile/profile.hpp"
#include "rivals/early_boot.hpp"

namespace roced::agent {

/// One profile on this node: the NICs that it means, their settings, and how they stand. The daemon keeps one; `rocectl
/// check` makes one and drops it.
class Upkeep {
 public:
  Upkeep(kernel::Kernel& kernel, profile::Profile profile, converge::Store& store);

  /// Another profile from now on. What both ask for alike keeps how it stands and since when; who was seen on a NIC is
  /// still known.
  void take(profile::Profile profile);

  const profile::Profile& profile() const { return *profile_; }
  converge::Convergence& convergence() { return *convergence_; }
  const converge::Convergence& convergence() const { return *convergence_; }

  /// Looks anew at which NICs there are; settings that stay keep how they stand. What this Upkeep once matched and
  /// doesn't any more is a problem from then on, until it is back.
  void rediscover();
  /// The last look left open which NICs there are: what was known before counts until the next.
  bool partly_unread() const { return partly_unread_; }
  /// A NIC's congestion control is reached otherwise than at the last discovery, of which nobody tells.
  bool other_ways() const;

  /// A netdev of a NIC that the profile means, or was one.
  bool knows(int ifindex) const;
  /// The last discovery has seen this link under this name, in this bond: nothing about it is new.
  bool has_seen(const kernel::Link& link) const;
  /// A NIC, or "node".
  bool has_subject(const std::string& name) const;
  converge::Guard& guard() { return guard_; }
  const std::vector<node::Member>& members() const { return matching_.members; }

  converge::Report report() const;

 private:
  std::vector<node::Problem> lost(const node::Node& node) const;

  kernel::Kernel& kernel_;
  std::unique_ptr<const profile::Profile> profile_;  ///< its address stays: members point into it
  converge::Store& store_;
  converge::BusyGuard guard_;
  node::Matching matching_;
  rivals::EarlyBoot early_boot_;
  std::vector<node::Member> once_;  ///< every member there has been
  std::vector<node::Problem> problems_;
  bool partly_unread_ = false;
  std::set<std::tuple<int, std::string, int>> seen_;  ///< links: ifindex, name, master
  std::unique_ptr<converge::Convergence> convergence_;
};

/// What is wrong with a profile, as the report tells it: with its place and what to write instead.
node::Problem problem_of(const profile::Diagnostic& diagnostic);

/// The report of a node whose profile can't be used: what is wrong with it, as problems.
converge::Report report_of(const std::string& path, const std::vector<profile::Diagnostic>& diagnostics);

}  // namespace roced::agent
