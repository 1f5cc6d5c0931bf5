#include "kernel/initramfs.hpp"

#include <cerrno>

#include <doctest/doctest.h>

#include "../initramfs_image.hpp"

using namespace roced;
using test::cpio;

namespace {

bool is_conf(std::string_view path) { return path.ends_with(".conf"); }

}  // namespace

TEST_CASE("an initramfs of several archives: those before the compressed one are plain, and padded") {
  auto image = cpio({{"kernel/x86/microcode/GenuineIntel.bin", std::string(5000, 'm')}, {"a.conf", "first"}}, false) +
               std::string(2048, '\0') + cpio({{"./etc/modprobe.d/b.conf", "second"}, {"init", "x"}}, true);
  auto files = kernel::files_in_initramfs(image, is_conf);
  REQUIRE(files);
  REQUIRE(files->size() == 2);
  CHECK(files->at(0).path == "a.conf");
  CHECK(files->at(0).text == "first");
  CHECK(files->at(1).path == "etc/modprobe.d/b.conf");
  CHECK(files->at(1).text == "second");
}

TEST_CASE("of a long file, the first 64 KiB") {
  auto files = kernel::files_in_initramfs(cpio({{"a.conf", std::string(100000, 'x')}, {"b.conf", "y"}}, true), is_conf);
  REQUIRE(files);
  REQUIRE(files->size() == 2);
  CHECK(files->at(0).text == std::string(65536, 'x'));
  CHECK(files->at(1).text == "y");
}

TEST_CASE("what is no initramfs, or only a part of one, is an error") {
  CHECK(kernel::files_in_initramfs("", is_conf)->empty());
  for (const std::string& image : {std::string{"no archive"}, cpio({{"a.conf", "first"}}, true).substr(0, 60),
                                   cpio({{"a.conf", std::string(4000, 'x')}}, false).substr(0, 2000)}) {
    auto files = kernel::files_in_initramfs(image, is_conf);
    CAPTURE(image.size());
    REQUIRE_FALSE(files);
    CHECK(files.error().code == EINVAL);
    CHECK_FALSE(files.error().detail.empty());
  }
}
