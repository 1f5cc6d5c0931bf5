#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/files.hpp"
#include "kernel/initramfs.hpp"

namespace roced::rivals {

/// What the initramfs of the running kernel would have modprobe do at the next boot, where modprobe.d has changed
/// since it was built. Unpacking one takes a second: it is done once for an image, and only then.
class EarlyBoot {
 public:
  /// An image that is older than modprobe.d.
  struct Stale {
    std::string path;
    std::vector<kernel::InitramfsFile> files;  ///< those of modprobe.d, in modprobe's order
    std::vector<std::string> modules;          ///< "ib_core", sorted
    std::optional<kernel::Error> error;        ///< why it couldn't be unpacked
  };

  /// nullptr where there is no image, or none that is stale.
  const Stale* look(kernel::Files& files);

 private:
  std::optional<Stale> stale_;
  kernel::FileTime built_{};  ///< of the image that was unpacked
};

}  // namespace roced::rivals
