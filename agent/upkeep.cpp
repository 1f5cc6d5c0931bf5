#include "agent/upkeep.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "rivals/rivals.hpp"

namespace roced::agent {
namespace {

using node::Member;
using node::Nic;
using node::Problem;

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string{name.data()} : std::string{"localhost"};
}

converge::Report empty_report() {
  converge::Report report;
  report.version = ROCED_VERSION;
  report.host = host_name();
  report.time = std::chrono::system_clock::now();
  return report;
}

const Member* find(const std::vector<Member>& members, const Nic& nic) {
  auto found = std::find_if(members.begin(), members.end(), [&](const Member& member) {
    return member.nic.same_port(nic) || member.nic.name == nic.name;
  });
  return found == members.end() ? nullptr : &*found;
}

}  // namespace

Upkeep::Upkeep(kernel::Kernel& kernel, profile::Profile profile, converge::Store& store)
    : kernel_{kernel},
      profile_{std::make_unique<const profile::Profile>(std::move(profile))},
      store_{store},
      guard_{profile_->repair.idle_for} {
  rediscover();
}

void Upkeep::take(profile::Profile profile) {
  // What is known points into the old one until the new settings are there.
  auto before = std::exchange(profile_, std::make_unique<const profile::Profile>(std::move(profile)));
  auto stood = std::move(convergence_);
  once_.clear();
  guard_.set_idle_for(profile_->repair.idle_for);
  rediscover();
  convergence_->remember(*stood);
}

void Upkeep::rediscover() {
  auto node = node::discover(kernel_);
  partly_unread_ = node.partly_unread;
  if (partly_unread_ && convergence_) {
    // What was known is nearer to the truth than that NICs are gone.
    std::erase_if(problems_, [](const Problem& problem) { return problem.code == "node-unreadable"; });
    std::copy_if(node.problems.begin(), node.problems.end(), std::back_inserter(problems_),
                 [](const Problem& problem) { return problem.code == "node-unreadable"; });
    return;
  }
  seen_.clear();
  for (const auto& nic : node.nics) seen_.emplace(nic.ifindex, nic.netdev, nic.master);
  matching_ = node::match(*profile_, node);
  problems_ = std::move(node.problems);
  problems_.insert(problems_.end(), matching_.problems.begin(), matching_.problems.end());
  auto others = rivals::find(kernel_.files(), *profile_, matching_, early_boot_);
  problems_.insert(problems_.end(), others.begin(), others.end());
  auto gone = lost(node);
  problems_.insert(problems_.end(), gone.begin(), gone.end());
  for (const auto& member : matching_.members)
    if (find(once_, member.nic) == nullptr) once_.push_back(member);
  auto next = std::make_unique<converge::Convergence>(kernel_, settings::make(*profile_, matching_), profile_->repair,
                                                      guard_, store_);
  if (convergence_) next->inherit(*convergence_);
  convergence_ = std::move(next);
}

bool Upkeep::other_ways() const {
  return std::any_of(matching_.members.begin(), matching_.members.end(), [&](const Member& member) {
    return node::find_congestion_control(kernel_.files(), member.nic) != member.nic.congestion;
  });
}

std::vector<Problem> Upkeep::lost(const node::Node& node) const {
  std::vector<Problem> problems;
  for (const auto& [group, nic, unwritten] : once_) {
    if (find(matching_.members, nic) != nullptr) continue;
    auto now = std::find_if(node.nics.begin(), node.nics.end(),
                            [&, &was = nic](const Nic& each) { return each.same_port(was); });
    if (now == node.nics.end())
      problems.push_back({profile::Severity::error, "nic-gone",
                          fmt::format("{}{} (group {}) was here and is gone", nic.name,
                                      nic.pci.empty() ? "" : " at " + nic.pci, group->name)});
    else if (now->name == nic.name && now->rdma_device != nic.rdma_device)
      problems.push_back(
          {profile::Severity::error, "nic-left-group",
           fmt::format(
               "the RDMA device of {} (group {}) was {} and is now {}, which the group ({}) doesn't match: name the "
               "NIC by pci or driver",
               nic.name, group->name, nic.rdma_device, now->rdma_device.empty() ? "none" : now->rdma_device,
               group->origin.text())});
    else
      problems.push_back(
          {profile::Severity::error, "nic-left-group",
           fmt::format("{} (group {}) is now called {}, which the group ({}) doesn't match: name the NIC by pci or "
                       "driver, or give it its old name",
                       nic.name, group->name, now->name, group->origin.text())});
  }
  return problems;
}

bool Upkeep::knows(int ifindex) const {
  if (ifindex == 0) return false;  // a port without a netdev has none, as a link without a parent
  auto is = [&](const Member& member) { return member.nic.ifindex == ifindex; };
  return std::any_of(once_.begin(), once_.end(), is) ||
         std::any_of(matching_.members.begin(), matching_.members.end(), is);
}

bool Upkeep::has_seen(const kernel::Link& link) const { return seen_.contains({link.ifindex, link.name, link.master}); }

bool Upkeep::has_subject(const std::string& name) const {
  return name == "node" || std::any_of(matching_.members.begin(), matching_.members.end(),
                                       [&](const Member& member) { return member.nic.name == name; });
}

converge::Report Upkeep::report() const {
  auto report = empty_report();
  report.mode = profile_->mode == profile::Mode::enforce ? "enforce" : "observe";
  report.profile_path = profile_->path;
  report.profile_digest = profile_->digest;
  report.problems = problems_;
  convergence_->fill(report);
  return report;
}

node::Problem problem_of(const profile::Diagnostic& diagnostic) {
  auto text = fmt::format("{}: {}", diagnostic.origin.text(), diagnostic.text);
  if (!diagnostic.advice.empty()) text += ". " + diagnostic.advice;
  return {diagnostic.severity, "profile", std::move(text)};
}

converge::Report report_of(const std::string& path, const std::vector<profile::Diagnostic>& diagnostics) {
  auto report = empty_report();
  report.mode = "observe";
  report.profile_path = path;
  for (const auto& diagnostic : diagnostics) report.problems.push_back(problem_of(diagnostic));
  return report;
}

}  // namespace roced::agent
