#include "rails.hpp"

namespace roced::bench {

std::string shell_command(const Asked& asked, const std::vector<std::string>& rails, bool pause) {
  std::string script;
  for (const auto& file : asked.files) script += "cat " + file + '\n';
  for (const auto& rail : rails) {
    script += "ip -o link show " + rail + '\n';
    for (const char* object : {"pfc", "ets", "app", "buffer", "maxrate", "dcbx"})
      script += std::string{"dcb "} + object + " show dev " + rail + '\n';
    if (pause) script += "ethtool -a " + rail + '\n';
  }
  return "exec > /dev/null 2>&1\n" + script + "true\n";
}

}  // namespace roced::bench
