#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/files.hpp"

namespace roced::rivals {

/// What a line of modprobe.d says a module's parameter shall be.
struct ModuleOption {
  std::string value;
  unsigned line = 0;  ///< from 1
};

/// "1" of "options ib_core netns_mode=1": what each line of a file says of one parameter, in their order. The kernel
/// takes the last.
std::vector<ModuleOption> module_options(std::string_view text, std::string_view module, std::string_view parameter);

/// The files that modprobe reads, in its order (modprobe.d(5)).
std::vector<std::string> modprobe_files(kernel::Files& files);

/// Whether a boolean parameter is set by such a value (kernel/params.c: kstrtobool); empty is true.
bool is_true(std::string_view value);

}  // namespace roced::rivals
