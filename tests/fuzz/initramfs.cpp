#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernel/initramfs.hpp"
#include "pieces.hpp"

/// An image of an initramfs: cpio archives, compressed or not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace roced;
  constexpr std::size_t longest = 65536;
  auto wanted = [](std::string_view path) { return path.ends_with(".conf"); };
  auto files = kernel::files_in_initramfs({reinterpret_cast<const char*>(data), size}, wanted);
  if (!files) fuzz::must(!files.error().detail.empty());
  if (files)
    for (const auto& file : *files) fuzz::must(wanted(file.path) && file.text.size() <= longest);
  return 0;
}
