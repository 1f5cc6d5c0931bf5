#include <doctest/doctest.h>

#include "../temporary_folder.hpp"
#include "history/access.hpp"

using namespace roced;
using history::access_to;

TEST_CASE("a journal's files are counted, in its folder and in those of machines, but no user's") {
  test::TemporaryFolder folder;
  CHECK(access_to({(folder / "none").string()}).files == 0);
  folder.write("system.journal", "");
  folder.write("0123/system@1.journal", "");
  folder.write("0123/system@2.journal~", "");
  folder.write("0123/user-1000.journal", "");
  folder.write("0123/fss", "");
  folder.write("0123/4567/system.journal", "");
  auto access = access_to({folder.path().string()});
  CHECK(access.files == 3);
  CHECK(access.readable == 3);
}
