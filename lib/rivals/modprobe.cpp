#include "rivals/modprobe.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "rivals/configuration.hpp"

namespace roced::rivals {

std::vector<ModuleOption> module_options(std::string_view text, std::string_view module, std::string_view parameter) {
  std::vector<ModuleOption> found;
  for (const auto& line : lines_of(text)) {
    // The first '=' has cut the line in two.
    std::istringstream words{line.value.empty() ? line.key : fmt::format("{}={}", line.key, line.value)};
    std::string command, name, word;
    if (!(words >> command >> name) || command != "options" || name != module) continue;
    while (words >> word)
      if (word == parameter || (word.starts_with(parameter) && word[parameter.size()] == '='))
        found.push_back({word.substr(std::min(word.size(), parameter.size() + 1)), line.number});
  }
  return found;
}

std::vector<std::string> modprobe_files(kernel::Files& files) {
  return configuration_files(
      files, {"/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d", "/usr/lib/modprobe.d"}, ".conf");
}

bool is_true(std::string_view value) {
  return value.empty() || std::string_view{"1yYtT"}.find(value.front()) != std::string_view::npos ||
         value.starts_with("on") || value.starts_with("oN") || value.starts_with("On") || value.starts_with("ON");
}

}  // namespace roced::rivals
