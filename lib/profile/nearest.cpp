#include "profile/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace roced::profile {
namespace {

/// Longer words aren't keys of ours, and the distance costs the product of the lengths.
constexpr std::size_t longest = 64;

/// How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
std::size_t distance(std::string_view left, std::string_view right) {
  std::array<std::array<std::size_t, longest + 1>, longest + 1> cost{};
  for (std::size_t i = 0; i <= left.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= right.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i)
    for (std::size_t j = 1; j <= right.size(); ++j) {
      std::size_t replaced = cost[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      bool swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[left.size()][right.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > longest) return {};
  // One letter in a short word, a third of a longer one: "ets" isn't meant to be "ecn".
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  std::string_view best;
  for (auto candidate : candidates) {
    if (candidate.size() > longest) continue;
    std::size_t far = distance(word, candidate);
    if (far > limit || (far == limit && !best.empty())) continue;
    best = candidate;
    if (far == 0) break;
    limit = far;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  auto best = nearest(word, candidates);
  return best.empty() ? std::string{} : fmt::format("; did you mean '{}'?", best);
}

}  // namespace roced::profile
