#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/reports.hpp"
#include "settings/reading.hpp"

namespace roced::compare {

/// What one node's report says at one point, in words.
struct Value {
  bool there = true;                     ///< the report knows of it
  std::string desired, actual;           ///< a setting's; what isn't a setting has an actual alone
  std::optional<settings::State> state;  ///< likewise

  auto operator<=>(const Value&) const = default;
};

/// Nodes of which the same holds at one point.
struct Variant {
  struct Holder {
    std::size_t node = 0;  ///< its place among the reports
    std::string cause;
  };
  Value value;
  std::vector<Holder> holders;
};

/// Something that every report may say something of: a setting, or what the node, a NIC or the report itself is.
struct Point {
  std::string subject;  ///< a NIC, "node", "report", or "problem"
  std::string name;     ///< dotted, of a setting; of a problem its code; empty: whether there is such a NIC
  bool is_setting = false;
  /// What most nodes have first; where as many have others, of three nodes or more the better state, then what the
  /// first of them has.
  std::vector<Variant> variants;

  /// Each of three nodes or more has its own and stands alike with it: that tells no outlier.
  bool is_each_nodes_own() const;
};

/// Nodes that differ from most in the very same things.
struct Outliers {
  std::vector<std::size_t> nodes;
  struct Difference {
    std::size_t point = 0;    ///< of Comparison::differing
    std::size_t variant = 0;  ///< of the point
  };
  std::vector<Difference> differences;
};

struct Comparison {
  std::vector<Point> differing;
  std::size_t alike = 0;           ///< points of which the same holds on all nodes
  std::vector<Outliers> outliers;  ///< the fewest nodes first; of as many, the worse state and the more differences
};

/// What is on some nodes otherwise than on most: what is wanted, what was found, how it stands; the profile, roced's
/// version, NICs and problems. Not compared is what may differ: times, causes, PCI addresses, names of RDMA devices.
Comparison compare(const std::vector<NodeReport>& nodes);

}  // namespace roced::compare
