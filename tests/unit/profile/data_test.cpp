#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "profile/load.hpp"

using namespace roced;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> profiles(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator{fs::path{TEST_DATA} / "profile" / folder})
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// What comes after a marker at the beginning of a line.
std::vector<std::string> after(std::string_view marker, const fs::path& path) {
  std::vector<std::string> found;
  std::ifstream in{path};
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(marker)) found.push_back(line.substr(marker.size()));
  return found;
}

profile::Loaded load(const fs::path& path) { return profile::load({path, {}, {}}); }

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

std::string lines(const profile::Loaded& loaded, const fs::path& path) {
  std::vector<std::string> found;
  for (const auto& diagnostic : loaded.diagnostics) {
    auto line = diagnostic.line();
    auto prefix = path.string() + ":";
    found.push_back(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
  }
  return joined(found);
}

std::string advice(const profile::Loaded& loaded) {
  std::vector<std::string> found;
  for (const auto& diagnostic : loaded.diagnostics) found.push_back(diagnostic.advice);
  return joined(found);
}

}  // namespace

TEST_CASE("what is wrong with a profile is said with its place, all of it, and there is no profile") {
  for (const auto& path : profiles("bad")) {
    CAPTURE(path);
    auto loaded = load(path);
    CHECK(lines(loaded, path) == joined(after("# expect: ", path)));
    CHECK_FALSE(loaded.profile);
  }
}

TEST_CASE("a contradiction is a warning that says what to write, and the profile stands") {
  for (const auto& path : profiles("warned")) {
    CAPTURE(path);
    auto loaded = load(path);
    CHECK(lines(loaded, path) == joined(after("# expect: ", path)));
    CHECK(advice(loaded) == joined(after("# advice: ", path)));
    CHECK(loaded.profile);
  }
}

TEST_CASE("nothing is said of a good profile") {
  for (const auto& path : profiles("good")) {
    CAPTURE(path);
    auto loaded = load(path);
    CHECK(lines(loaded, path).empty());
    CHECK(loaded.profile);
  }
}

TEST_CASE("the fabric's side of operators' own recipes can be said") {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator{fs::path{TEST_DATA} / "recipes"}) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path());
    auto loaded = load(entry.path());
    CHECK_MESSAGE(loaded.profile, lines(loaded, entry.path()));
    ++count;
  }
  CHECK(count >= 40);
}

TEST_CASE("nothing is said of a profile that stands on one of the bases that are installed") {
  auto bases = fs::path{TEST_DATA} / "../../etc/base";
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator{bases}) {
    CAPTURE(entry.path());
    auto file = fs::temp_directory_path() / "roced-on-a-base.toml";
    std::ofstream{file} << "schema = 1\nextends = \"" << entry.path().stem().string()
                        << "\"\n[nic.rails]\nmatch = { driver = \"mlx5_core\" }\ncount = 8\n";
    auto loaded = profile::load({file, {}, {bases}});
    CHECK_MESSAGE(loaded.diagnostics.empty(), lines(loaded, file));
    CHECK(loaded.profile);
    fs::remove(file);
    ++count;
  }
  CHECK(count == 5);
}

TEST_CASE("nothing is said of the profile that is installed, which observes and names no NIC") {
  auto loaded = load(fs::path{TEST_DATA} / "../../etc/profile.toml");
  CHECK(loaded.diagnostics.empty());
  REQUIRE(loaded.profile);
  CHECK(loaded.profile->mode == profile::Mode::observe);
  CHECK(loaded.profile->groups.empty());
  CHECK(loaded.profile->node.empty());
}
