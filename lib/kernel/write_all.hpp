#pragma once

#include <string_view>

namespace roced::kernel {

/// In as many write(2) as it takes. 0 or an errno.
int write_all(int fd, std::string_view text);

}  // namespace roced::kernel
