#include "compare/comparison.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "compare/points.hpp"

namespace roced::compare {
namespace {

using settings::State;

constexpr std::size_t several = 3;

State state_of(const Variant& variant) { return variant.value.state.value_or(State::in_sync); }

void put_most_first(Point& point) {
  auto first = [](const Variant& variant) {
    return std::min_element(variant.holders.begin(), variant.holders.end(),
                            [](const auto& a, const auto& b) { return a.node < b.node; })
        ->node;
  };
  std::size_t nodes = 0;
  for (const auto& variant : point.variants) nodes += variant.holders.size();
  auto rank = [&](const Variant& variant) {
    return std::tuple{nodes - variant.holders.size(), nodes < several ? State::in_sync : state_of(variant),
                      first(variant)};
  };
  std::sort(point.variants.begin(), point.variants.end(),
            [&](const Variant& a, const Variant& b) { return rank(a) < rank(b); });
}

State worst(const Outliers& outliers, const std::vector<Point>& points) {
  auto state = State::in_sync;
  for (const auto& [point, variant] : outliers.differences)
    state = std::max(state, state_of(points[point].variants[variant]));
  return state;
}

std::vector<Outliers> outliers_of(const std::vector<Point>& points, std::size_t nodes) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> differences(nodes);
  for (std::size_t point = 0; point < points.size(); ++point)
    for (std::size_t variant = 1; variant < points[point].variants.size(); ++variant)
      for (const auto& holder : points[point].variants[variant].holders)
        if (!points[point].is_each_nodes_own()) differences[holder.node].emplace_back(point, variant);
  std::map<std::vector<std::pair<std::size_t, std::size_t>>, std::vector<std::size_t>> same;
  for (std::size_t node = 0; node < nodes; ++node)
    if (!differences[node].empty()) same[differences[node]].push_back(node);
  std::vector<Outliers> all;
  for (auto& [pairs, holders] : same) {
    Outliers outliers{.nodes = std::move(holders), .differences = {}};
    for (auto [point, variant] : pairs) outliers.differences.push_back({point, variant});
    all.push_back(std::move(outliers));
  }
  auto rank = [&](const Outliers& each) {
    // What is larger is worse, but for the number of nodes.
    return std::tuple{each.nodes.size(), -static_cast<int>(worst(each, points)),
                      -static_cast<std::ptrdiff_t>(each.differences.size()), each.nodes.front()};
  };
  std::sort(all.begin(), all.end(), [&](const Outliers& a, const Outliers& b) { return rank(a) < rank(b); });
  return all;
}

}  // namespace

bool Point::is_each_nodes_own() const {
  return variants.size() >= several && variants.front().holders.size() == 1 &&
         std::all_of(variants.begin(), variants.end(), [&](const Variant& variant) {
           return variant.value.there && variant.value.state == variants.front().value.state;
         });
}

Comparison compare(const std::vector<NodeReport>& nodes) {
  Comparison comparison;
  for (auto& point : points_of(nodes)) {
    if (point.variants.size() < 2) {
      ++comparison.alike;
      continue;
    }
    put_most_first(point);
    comparison.differing.push_back(std::move(point));
  }
  comparison.outliers = outliers_of(comparison.differing, nodes.size());
  return comparison;
}

}  // namespace roced::compare
