#include "keep/finish.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace roced::keep {

std::vector<std::string> finish(kernel::Files& files, FileStore& store) {
  auto last = store.kept().last_writes;
  if (last.empty()) return {};
  std::vector<std::string> told;
  for (const auto& [path, text] : last) {
    auto done = files.write(path, text);
    // A device that has gone has taken with it what was staged.
    if (!done && done.error().code != ENOENT && done.error().code != ENODEV)
      told.push_back(
          fmt::format("roced ended before it wrote {} to {}, and it can't be written now: {}. What is read "
                      "there isn't in force",
                      text, path, done.error().text()));
    else if (done)
      told.push_back(fmt::format("roced ended before it wrote {} to {}: written now", text, path));
  }
  store.finished(last);
  return told;
}

}  // namespace roced::keep
