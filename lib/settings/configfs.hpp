#pragma once

#include <string>

#include "kernel/files.hpp"

namespace roced::settings {

/// Makes a device's folder in configfs, which the kernel then fills. One that is there and couldn't be read is left
/// from a device that went: its files are dead, so it is removed first. Whether it was made.
bool make_anew(kernel::Files& files, const std::string& folder);

}  // namespace roced::settings
