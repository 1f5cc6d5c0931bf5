#pragma once

#include <string>
#include <vector>

#include "keep/file_store.hpp"

namespace roced::keep {

/// Makes the last writes that a crash has left out, so that what is read is in force again. What was done, a sentence
/// each.
std::vector<std::string> finish(kernel::Files& files, FileStore& store);

}  // namespace roced::keep
