#include "settings/configfs.hpp"

namespace roced::settings {

bool make_anew(kernel::Files& files, const std::string& folder) {
  if (files.exists(folder) && !files.remove_folder(folder)) return false;
  return files.make_folder(folder).has_value();
}

}  // namespace roced::settings
