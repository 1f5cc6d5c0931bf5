#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

#include "kernel/handle.hpp"

namespace roced::test {

/// A cpio archive as the tools write it into an initramfs, padded with zeros to a sector.
inline std::string cpio(const std::vector<std::pair<std::string, std::string>>& files, bool compressed) {
  std::string image(1 << 20, '\0');
  std::size_t length = 0;
  {
    std::unique_ptr<archive, kernel::Releaser<archive_write_free>> writer{archive_write_new()};
    archive_write_set_format_cpio_newc(writer.get());
    if (compressed) archive_write_add_filter_xz(writer.get());
    archive_write_set_bytes_per_block(writer.get(), 512);
    archive_write_open_memory(writer.get(), image.data(), image.size(), &length);
    for (const auto& [path, text] : files) {
      std::unique_ptr<archive_entry, kernel::Releaser<archive_entry_free>> entry{archive_entry_new()};
      archive_entry_set_pathname(entry.get(), path.c_str());
      archive_entry_set_filetype(entry.get(), AE_IFREG);
      archive_entry_set_perm(entry.get(), 0644);
      archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
      archive_write_header(writer.get(), entry.get());
      archive_write_data(writer.get(), text.data(), text.size());
    }
    archive_write_close(writer.get());
  }
  image.resize(length);
  return image;
}

}  // namespace roced::test
