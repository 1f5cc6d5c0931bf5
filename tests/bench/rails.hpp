#pragma once

#include <string>
#include <vector>

namespace roced::bench {

/// Eight veth rails in a network namespace of their own, which this process moves into. Ends the process where it
/// can't.
std::vector<std::string> make_rails();

/// What one check asks of the kernel, seen by asking through it.
struct Asked {
  std::vector<std::string> files;    ///< read, in that order
  std::vector<std::string> folders;  ///< listed
};

/// The same system calls with nothing around them: the files, and for each rail its link, its DCB and its pause. How
/// many answered.
std::size_t read_bare(const Asked& asked, const std::vector<std::string>& rails, const std::vector<int>& indices,
                      bool pause);

/// The same readings as a shell command, by the programs that operators' scripts call.
std::string shell_command(const Asked& asked, const std::vector<std::string>& rails, bool pause);

}  // namespace roced::bench
