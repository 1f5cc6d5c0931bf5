#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../temporary_folder.hpp"
#include "../wishes.hpp"
#include "converge/convergence.hpp"
#include "keep/file_store.hpp"
#include "keep/kept_json.hpp"
#include "keep/returning.hpp"
#include "keep/value_json.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

using Folder = TemporaryFolder;

keep::Kept everything() {
  keep::Kept kept;
  kept.originals = {{"node rdma.netns", word("shared")},
                    {"a dcb.pfc", catalog::Priorities{3, 4}},
                    {"a dcb.dscp_prio", catalog::NumberMap{{26, 3}}},
                    {"a dcb.ets.prio_tc", catalog::Numbers{0, 1, 2}},
                    {"a dcb.maxrate", catalog::RateMap{{0, catalog::Rate{100'000'000}}}},
                    {"a mtu", number(1500)},
                    {"a dcb.global_pause", true}};
  kept.rejected = {"sha256:1"};
  kept.trial = keep::Trial{"sha256:2", {"boot", 77}, {{"a mtu", number(9000)}}};
  kept.going_back = keep::Return{true, {{"a mtu", number(9000)}}};
  kept.pause = keep::Pause{1, 2};
  return kept;
}

}  // namespace

TEST_CASE("what is kept comes back as it was, with each kind of value") {
  CHECK(keep::kept_from(keep::to_json(everything())) == everything());
}

TEST_CASE("numbers that aren't whole, negative or too large aren't taken for others") {
  for (const char* value : {"-5", "2.5", "1e300", "18446744073709551616", "null", R"({"priorities":256})", "[1,-1]",
                            R"({"map":[[4294967296,1]]})", R"({"rates":[[0,1e300]]})"}) {
    CAPTURE(value);
    CHECK_THROWS_AS(keep::value_from(nlohmann::json::parse(value)), std::exception);
  }
}

TEST_CASE("a file of too many levels is refused, not followed down") {
  constexpr std::size_t levels = 100'000;
  auto nested = std::string(levels, '[') + std::string(levels, ']');
  CHECK_THROWS_AS(keep::kept_from(R"({"schema":1,"checksum":"","state":{"originals":{"a":)" + nested + "}}}"),
                  std::exception);
}

TEST_CASE("a name of bytes that JSON can't hold is a key of its own") {
  node::Nic one, other;
  one.name = "r\xff";
  other.name = "r\xfe";
  keep::Kept kept;
  kept.originals = {{keep::key_of(one, "mtu"), number(1500)}, {keep::key_of(other, "mtu"), number(9000)}};
  CHECK(keep::kept_from(keep::to_json(kept)) == kept);
}

TEST_CASE("whatever byte of it is damaged, it isn't taken for what was kept") {
  auto text = keep::to_json(everything());
  for (std::size_t at = 0; at < text.size(); at += 7) {
    auto damaged = text;
    damaged[at] = damaged[at] == 'x' ? 'y' : 'x';
    CAPTURE(at);
    CHECK_THROWS_AS(keep::kept_from(damaged), std::exception);
  }
}

TEST_CASE("a damaged file is set aside and told") {
  Folder folder;
  auto text = keep::to_json(everything());
  SUBCASE("cut off") { folder.write("state.json", text.substr(0, text.size() / 2)); }
  SUBCASE("empty") { folder.write("state.json", ""); }
  SUBCASE("another number") {
    text.replace(text.find("1500"), 4, "9000");
    folder.write("state.json", text);
  }
  // Who only looks leaves it where it is, so that the daemon tells of it.
  CHECK_FALSE(keep::read_kept(folder.path()));
  CHECK(std::filesystem::exists(folder / "state.json"));
  keep::FileStore store{folder.path()};
  CHECK(store.kept().originals.empty());
  CHECK(store.damage().find("set aside as state.json.damaged") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "state.json"));
  CHECK(std::filesystem::exists(folder / "state.json.damaged"));
  CHECK(keep::FileStore{folder.path()}.damage().empty());
}

TEST_CASE("a change that can't be written to the disk isn't made") {
  Folder folder;
  keep::FileStore store{folder / "file"};
  std::ofstream{folder / "file"} << "no folder";
  CHECK_FALSE(store.change([](keep::Kept& kept) { kept.pause = keep::Pause{}; }));
  CHECK_FALSE(store.kept().pause);
}

TEST_CASE("nothing is written through a symbolic link") {
  Folder folder;
  std::ofstream{folder / "victim"} << "precious";
  for (const char* name : {"state.json", "state.json.new"})
    std::filesystem::create_symlink(folder / "victim", folder / name);
  keep::FileStore store{folder.path()};
  CHECK(store.change([](keep::Kept& kept) { kept.pause = keep::Pause{}; }));
  std::string text;
  std::ifstream{folder / "victim"} >> text;
  CHECK(text == "precious");
  CHECK(keep::FileStore{folder.path()}.kept().pause);
}

TEST_CASE("originals are kept once, and bring everything back; another card gets none of them") {
  Folder folder;
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .permanent_address = "0c:42:a1:00:00:01"});
  auto profile = rails({wish("mtu", number(9000)), wish("dcb.pfc", catalog::Priorities{3}),
                        wish("dcb.dscp_prio", catalog::NumberMap{{26, 3}}), wish("dcb.trust", word("dscp"))});
  keep::FileStore store{folder.path()};
  converge::BusyGuard guard{std::chrono::seconds{0}};
  auto all = [](const auto&, State) { return true; };
  auto before_pfc = fake.dcb("ens1").pfc->enabled;
  auto run = [&](settings::Settings settings) {
    converge::NoStore nothing;
    converge::Convergence convergence{
        fake.kernel(), std::move(settings), profile.repair, guard,
        profile.mode == profile::Mode::enforce ? static_cast<converge::Store&>(store) : nothing};
    convergence.converge(all, {.person = true});
    return convergence.any(State::failed) || convergence.any(State::drifted);
  };
  CHECK_FALSE(run(settings_of(fake, profile)));
  CHECK(store.kept().originals.at("0c:42:a1:00:00:01 mtu") == number(1500));
  fake.link("ens1").mtu = 4200;
  CHECK_FALSE(run(settings_of(fake, profile)));
  CHECK(keep::FileStore{folder.path()}.kept().originals.at("0c:42:a1:00:00:01 mtu") == number(1500));

  // Known already: the disk isn't waited for.
  std::filesystem::remove(folder / "state.json");
  fake.link("ens1").mtu = 4200;
  CHECK_FALSE(run(settings_of(fake, profile)));
  CHECK_FALSE(std::filesystem::exists(folder / "state.json"));

  auto nics = [&] { return node::discover(fake.kernel()).nics; };
  SUBCASE("back") {
    CHECK(keep::absent(store.kept().originals, nics()).empty());
    CHECK_FALSE(run(keep::returning(store.kept().originals, nics())));
    CHECK(fake.link("ens1").mtu == 1500);
    CHECK(fake.dcb("ens1").pfc->enabled == before_pfc);
    CHECK(fake.dcb("ens1").apps.empty());
  }
  SUBCASE("another card in the same slot") {
    fake.remove("ens1");
    fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .permanent_address = "0c:42:a1:00:00:02"});
    auto there = nics();
    CHECK(keep::returning(store.kept().originals, there).empty());
    CHECK(keep::absent(store.kept().originals, there).size() == store.kept().originals.size());
  }
}
