#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.hpp"

namespace roced::kernel {

/// A file in an image, its path without a leading slash; of a long one, the first 64 KiB.
struct InitramfsFile {
  std::string path, text;
};

/// The files of an initramfs image that are wanted by their path. An image is one or more cpio archives, some of them
/// plain (microcode), the last one most often compressed (Documentation/driver-api/early-userspace/buffer-format.rst);
/// one behind a compressed one isn't read. Errors: EINVAL, with what the archive's reader says.
Result<std::vector<InitramfsFile>> files_in_initramfs(std::string_view image,
                                                      const std::function<bool(std::string_view path)>& wanted);

/// Where the tools of the distributions put the image of a kernel release: initramfs-tools, dracut, SUSE, ostree.
std::vector<std::string> initramfs_paths(std::string_view release);

/// "update-initramfs -u": with what the image is built anew here; empty where no known tool is.
std::string initramfs_command(const std::function<bool(const std::string& path)>& exists);

}  // namespace roced::kernel
