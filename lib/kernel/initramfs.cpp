#include "kernel/initramfs.hpp"

#include <array>
#include <cerrno>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "kernel/handle.hpp"

namespace roced::kernel {
namespace {

constexpr std::size_t longest_text = 65536;
constexpr std::string_view plain_cpio = "0707";

using Archive = std::unique_ptr<archive, Releaser<archive_read_free>>;

tl::unexpected<Error> refusal(archive* reader) {
  const char* why = archive_error_string(reader);
  return failure(EINVAL, "read the initramfs", why == nullptr ? "it ends too early" : why);
}

Result<std::string> text_of(archive* reader) {
  std::string text(longest_text, '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    auto got = archive_read_data(reader, text.data() + length, text.size() - length);
    if (got < 0) return refusal(reader);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  return text;
}

/// Reads one archive. How many bytes of it there were, before padding; everything where it is compressed.
Result<std::size_t> read_archive(std::string_view image, const std::function<bool(std::string_view path)>& wanted,
                                 std::vector<InitramfsFile>& files) {
  Archive reader{archive_read_new()};
  if (!reader) return failure(ENOMEM, "read the initramfs");
  archive_read_support_format_cpio(reader.get());
  // Those that the kernel knows; libarchive's others run programs, or are no compression.
  for (auto* support :
       {archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_lzma,
        archive_read_support_filter_xz, archive_read_support_filter_lzop, archive_read_support_filter_lz4,
        archive_read_support_filter_zstd})
    support(reader.get());
  if (archive_read_open_memory(reader.get(), image.data(), image.size()) != ARCHIVE_OK) return refusal(reader.get());
  archive_entry* entry = nullptr;
  int status = ARCHIVE_OK;
  while ((status = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK || status == ARCHIVE_WARN) {
    const char* name = archive_entry_pathname(entry);
    std::string_view path{name == nullptr ? "" : name};
    if (path.starts_with("./")) path.remove_prefix(2);
    if (!wanted(path)) continue;
    auto text = text_of(reader.get());
    if (!text) return tl::unexpected{text.error()};
    files.push_back({std::string{path}, std::move(*text)});
  }
  if (status != ARCHIVE_EOF) return refusal(reader.get());
  if (!image.starts_with(plain_cpio)) return image.size();
  return static_cast<std::size_t>(archive_filter_bytes(reader.get(), 0));
}

}  // namespace

Result<std::vector<InitramfsFile>> files_in_initramfs(std::string_view image,
                                                      const std::function<bool(std::string_view path)>& wanted) {
  std::vector<InitramfsFile> files;
  while (!image.empty()) {
    auto length = read_archive(image, wanted, files);
    if (!length) return tl::unexpected{length.error()};
    auto next = image.find_first_not_of('\0', *length);
    image.remove_prefix(next == std::string_view::npos ? image.size() : next);
  }
  return files;
}

std::vector<std::string> initramfs_paths(std::string_view release) {
  return {fmt::format("/boot/initrd.img-{}", release), fmt::format("/boot/initramfs-{}.img", release),
          fmt::format("/boot/initrd-{}", release), fmt::format("/usr/lib/modules/{}/initramfs.img", release)};
}

std::string initramfs_command(const std::function<bool(const std::string& path)>& exists) {
  if (exists("/usr/sbin/update-initramfs")) return "update-initramfs -u";
  if (exists("/usr/bin/dracut") || exists("/usr/sbin/dracut")) return "dracut --force";
  return {};
}

}  // namespace roced::kernel
