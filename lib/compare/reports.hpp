#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "converge/report.hpp"

namespace roced::compare {

/// A node's report, and the name by which it is told from the others: its host's, where no other has that; else its
/// file's.
struct NodeReport {
  std::string label;
  std::string file;
  std::size_t line = 1;  ///< of the file, where it begins
  converge::Report report;
};

struct Reports {
  std::vector<NodeReport> nodes;
  std::vector<std::string> complaints;  ///< what couldn't be read: file, place, why
};

/// Reads files of one report or of several, one after another, as `rocectl check --json` prints them.
Reports read(const std::vector<std::string>& files);

}  // namespace roced::compare
