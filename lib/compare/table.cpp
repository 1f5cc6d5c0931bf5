#include <algorithm>

#include <fmt/format.h>

#include "compare/show.hpp"
#include "report/plain.hpp"

namespace roced::compare {
namespace {

using report::plain;
using report::Style;
using settings::State;

constexpr std::size_t pair = 2;
constexpr std::size_t most_names = 8;  ///< --json has all
constexpr std::size_t least_column = 24, most_column = 40;

/// "node20, node21 and 97 more"
std::string names(const std::vector<std::size_t>& which, const std::vector<NodeReport>& nodes) {
  std::string text;
  auto shown = which.size() > most_names + 1 ? most_names : which.size();
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + plain(nodes[which[i]].label);
  return shown == which.size() ? text : fmt::format("{} and {} more", text, which.size() - shown);
}

std::string name_of(const Point& point) {
  return plain(point.name.empty() ? point.subject : fmt::format("{} {}", point.subject, point.name));
}

/// "1500, drifted, want 9000"
std::string words_of(const Value& value, const Style& style) {
  if (!value.there) return "not there";
  auto actual = plain(value.actual);
  if (!value.state || value.desired.empty()) return actual.empty() ? "none" : actual;
  auto text = actual.empty() ? std::string{} : actual + ", ";
  text += report::painted(report::spoken(*value.state), *value.state, style);
  return value.desired == value.actual ? text : fmt::format("{}, want {}", text, plain(value.desired));
}

/// The cause that the nodes of one group give alike; else the first one's, and whose it is.
std::string cause_of(const Variant& variant, const Outliers& outliers, const std::vector<NodeReport>& nodes) {
  auto is_in = [&](const Variant::Holder& holder) {
    return std::find(outliers.nodes.begin(), outliers.nodes.end(), holder.node) != outliers.nodes.end();
  };
  auto first = std::find_if(variant.holders.begin(), variant.holders.end(), is_in);
  if (first == variant.holders.end() || first->cause.empty()) return {};
  bool alike = std::all_of(first, variant.holders.end(), [&](const Variant::Holder& holder) {
    return !is_in(holder) || holder.cause == first->cause;
  });
  auto cause = plain(first->cause);
  return alike ? cause : fmt::format("{} ({}; other nodes say otherwise)", cause, plain(nodes[first->node].label));
}

/// Whose value the other one is: "97 of 100", or the other node's name where there are but two.
std::string owners_of(const Variant& most, const Point& point, const std::vector<NodeReport>& nodes) {
  std::size_t all = 0;
  for (const auto& variant : point.variants) all += variant.holders.size();
  if (all == pair) return plain(nodes[most.holders.front().node].label);
  return fmt::format("{} of {}", most.holders.size(), all);
}

std::string lines_of(const Outliers& outliers, const Comparison& comparison, const std::vector<NodeReport>& nodes,
                     const Style& style) {
  std::size_t column = least_column;
  for (const auto& [point, variant] : outliers.differences)
    column = std::max(column, name_of(comparison.differing[point]).size() + 4);
  auto indent = static_cast<unsigned>(std::min(column, most_column));
  auto below = [&](const std::string& text) {
    return std::string(indent, ' ') + report::wrapped(text, indent, style.width) + '\n';
  };
  // Of two, the heading has named it.
  bool named = nodes.size() > pair;
  auto text = named ? report::wrapped(names(outliers.nodes, nodes), 0, style.width) + '\n' : std::string{};
  for (const auto& [place, variant] : outliers.differences) {
    const auto& point = comparison.differing[place];
    const auto &here = point.variants[variant], &most = point.variants.front();
    auto name = "  " + name_of(point);
    auto words = report::wrapped(words_of(here.value, style), indent, style.width);
    text += name.size() + 2 > indent ? name + '\n' + below(words_of(here.value, style))
                                     : fmt::format("{:<{}}{}\n", name, indent, words);
    text += below(fmt::format("{}: {}", owners_of(most, point, nodes), words_of(most.value, style)));
    if (auto cause = cause_of(here, outliers, nodes); !cause.empty()) text += below(cause);
  }
  return text;
}

std::string heading(const Comparison& comparison, const std::vector<NodeReport>& nodes) {
  std::size_t different = 0;
  for (const auto& outliers : comparison.outliers) different += outliers.nodes.size();
  if (nodes.size() == pair) return fmt::format("{} differs from {}\n", plain(nodes[1].label), plain(nodes[0].label));
  return different == 0
             ? std::string{}
             : fmt::format("{} of {} nodes differ{} from most\n", different, nodes.size(), different == 1 ? "s" : "");
}

std::string own_values(const Comparison& comparison, const Style& style) {
  std::string text;
  for (const auto& point : comparison.differing)
    if (point.is_each_nodes_own()) text += (text.empty() ? "" : ", ") + name_of(point);
  return text.empty() ? text : "\n" + report::wrapped("each node has its own: " + text, 0, style.width) + '\n';
}

std::string alike(const Comparison& comparison, const std::vector<NodeReport>& nodes, const Style& style) {
  auto state = nodes.front().report.state();
  return fmt::format("{} reports are alike in all {} things: {}\n", nodes.size(), comparison.alike,
                     report::painted(report::spoken(state), state, style));
}

}  // namespace

std::string to_table(const Comparison& comparison, const std::vector<NodeReport>& nodes, const Style& style) {
  if (comparison.differing.empty()) return alike(comparison, nodes, style);
  bool needs_heading = style.legend || nodes.size() == pair;
  std::string text = needs_heading ? heading(comparison, nodes) : std::string{};
  for (const auto& outliers : comparison.outliers)
    text += (text.empty() || nodes.size() == pair ? "" : "\n") + lines_of(outliers, comparison, nodes, style);
  text += own_values(comparison, style);
  if (style.legend)
    text += fmt::format("\n{} {}, {} alike.\n", comparison.differing.size(),
                        comparison.differing.size() == 1 ? "difference" : "differences", comparison.alike);
  return text;
}

}  // namespace roced::compare
