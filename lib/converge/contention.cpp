#include "converge/contention.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "profile/duration.hpp"

namespace roced::converge {
namespace {

using std::chrono::seconds;
constexpr seconds longest_pause{6 * 3600};
constexpr seconds flap_window{3600};  // where a repair takes the link down: once in this time

}  // namespace

std::optional<std::string> Contention::contended(const std::string& setting, bool flaps) {
  auto found = fights_.find(setting);
  if (found == fights_.end()) return {};
  auto& fight = found->second;
  auto now = clock_();
  auto limit = flaps ? 1U : limits_.limit;
  auto window = flaps ? flap_window : limits_.within;
  auto text = [&] {
    auto left = std::chrono::duration_cast<seconds>(fight.until - now);
    return fmt::format(
        "changed back {} within {} after roced repaired it: somebody else writes it; tried again in {} s, or now with "
        "rocectl apply",
        fight.repairs.size() == 1 ? "once" : fmt::format("{} times", fight.repairs.size()), profile::to_text(window),
        left.count() + 1);
  };
  if (now < fight.until) return text();
  while (!fight.repairs.empty() && now - fight.repairs.front() > window) fight.repairs.pop_front();
  if (fight.repairs.size() < limit) return {};
  if (fight.until !=
      Clock::time_point{}) {  // the pause has passed: one more try, and a longer pause if it doesn't hold
    fight.repairs.clear();
    fight.until = {};
    return {};
  }
  fight.pause = fight.pause == seconds{0} ? window : std::min(fight.pause * 2, longest_pause);
  fight.until = now + fight.pause;
  return text();
}

void Contention::repaired(const std::string& setting) { fights_[setting].repairs.push_back(clock_()); }

std::optional<Contention::Clock::time_point> Contention::next() const {
  std::optional<Clock::time_point> first;
  auto now = clock_();
  for (const auto& [name, fight] : fights_)
    if (fight.until > now && (!first || fight.until < *first)) first = fight.until;
  return first;
}

}  // namespace roced::converge
