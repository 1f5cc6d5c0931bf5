#pragma once

#include <string>
#include <vector>

namespace roced::bench {

/// Eight veth rails in a network namespace of this process alone, with a sysfs that shows them. Exits with the reason
/// where that can't be had.
std::vector<std::string> make_rails();

/// The same readings by bare system calls, nothing kept: how many values were read.
std::size_t read_bare(const std::vector<std::string>& rails, const std::vector<int>& indices);

}  // namespace roced::bench
