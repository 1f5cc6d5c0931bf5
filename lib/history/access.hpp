#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace roced::history {

/// How many files of a journal there are, and how many of them this user can read. libsystemd leaves the others out
/// without a word.
struct Access {
  std::size_t files = 0, readable = 0;
};

/// Of the system's journal in these folders and their folders. A folder that can't be listed is a file that can't be
/// read.
Access access_to(const std::vector<std::string>& folders);

}  // namespace roced::history
