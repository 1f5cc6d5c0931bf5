#include "agent/problem_log.hpp"

#include <algorithm>

#include "agent/journal.hpp"

namespace roced::agent {
namespace {

constexpr std::chrono::seconds lasting{5};

}  // namespace

void ProblemLog::tell(const std::vector<node::Problem>& problems) {
  std::vector<Entry> entries;
  auto now = Clock::now();
  for (const auto& problem : problems) {
    auto known =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) { return each.problem == problem; });
    auto entry = known == entries_.end() ? Entry{problem, now} : *known;
    if (!entry.told && (!problem.passing || now - entry.since >= lasting)) {
      journal::tell(problem);
      entry.told = true;
    }
    entries.push_back(std::move(entry));
  }
  entries_ = std::move(entries);
}

}  // namespace roced::agent
