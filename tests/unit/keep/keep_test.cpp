#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../temporary_folder.hpp"
#include "../wishes.hpp"
#include "converge/convergence.hpp"
#include "keep/finish.hpp"
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
  kept.last_writes = {{"/sys/kernel/config/apply", "0x1"}};
  kept.trial = keep::Trial{"sha256:2", {"boot", 77}, {{"a mtu", number(9000)}}};
  kept.going_back = keep::Return{true, {{"a mtu", number(9000)}}};
  kept.pause = keep::Pause{1, 2, {"boot", 3}};
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

TEST_CASE("a deadline counts in its own boot; whatever the wall clock says, a pause does too") {
  using namespace std::chrono_literals;
  auto at = [](const char* boot, std::uint64_t boottime, std::uint64_t wall) {
    return keep::Moment{boot, boottime, wall};
  };
  keep::Deadline deadline{"this", 100};
  CHECK(deadline.left(at("this", 40, 7)) == 60us);
  CHECK(deadline.left(at("this", 100, 7)) == 0us);
  CHECK(deadline.left(at("next", 40, 7)) == 0us);
  keep::Pause pause{1000, 1100, {"this", 100}};
  CHECK(pause.left(at("this", 40, 5000)) == 60us);
  CHECK(pause.left(at("this", 101, 20)) == 0us);
  CHECK(pause.left(at("next", 40, 1070)) == 30us);
  CHECK(pause.left(at("next", 40, 5000)) == 0us);
  // As it was kept before pauses had a deadline; a boot whose id can't be read.
  CHECK(keep::Pause{1000, 1100, {}}.left(at("", 40, 1070)) == 30us);
  CHECK(keep::Pause{1000, 0, {}}.left(at("this", 40, 5000)) == std::chrono::microseconds::max());
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
  keep::FileStore next{folder.path()};
  CHECK(next.damage().empty());
  CHECK_MESSAGE(next.set_aside_before() == (folder / "state.json.damaged"), "it isn't forgotten with the next start");
}

TEST_CASE("a folder in the file's place is set aside too") {
  Folder folder;
  std::filesystem::create_directory(folder / "state.json");
  keep::FileStore store{folder.path()};
  CHECK(store.damage().find("set aside as state.json.damaged") != std::string::npos);
  CHECK(store.change([](keep::Kept& kept) { kept.pause = keep::Pause{}; }));
}

TEST_CASE("a file that can't be read now may be whole: it stays, and until it can be, nothing is kept or changed") {
  Folder folder;
  std::filesystem::create_symlink("/proc/self/mem", folder / "state.json");  // opens, and can't be read (EIO)
  keep::FileStore store{folder.path()};
  CHECK(store.damage().find("EIO") != std::string::npos);
  CHECK(std::filesystem::is_symlink(folder / "state.json"));
  CHECK_FALSE(store.keep({}, {}));
  CHECK_FALSE(store.change([](keep::Kept&) {}));
  CHECK_FALSE(store.read_again());
  std::filesystem::remove(folder / "state.json");
  folder.write("state.json", keep::to_json(everything()));
  CHECK(store.read_again());
  CHECK(store.damage().empty());
  CHECK(store.kept().originals == everything().originals);
  CHECK(store.keep({}, {}));
}

TEST_CASE("what mustn't wait for the disk is written once that can be; what was removed is written again") {
  Folder folder;
  auto place = folder / "place";
  std::ofstream{place} << "no folder";
  keep::FileStore store{place};
  CHECK(store.damage().find("ENOTDIR") != std::string::npos);
  std::filesystem::remove(place);
  CHECK(store.read_again());
  std::ofstream{place} << "no folder";
  store.change_anyway([](keep::Kept& kept) { kept.rejected.insert("sha256:1"); });
  CHECK(store.kept().rejected.contains("sha256:1"));
  CHECK(store.unsaved());
  CHECK_FALSE(store.write_again());
  CHECK(store.unsaved());
  std::filesystem::remove(place);
  CHECK_FALSE(store.write_again());
  CHECK_FALSE(store.unsaved());
  CHECK(keep::FileStore{place}.kept().rejected.contains("sha256:1"));
  std::filesystem::remove(std::filesystem::path{place} / "state.json");
  CHECK(store.write_again());
  CHECK(keep::FileStore{place}.kept().rejected.contains("sha256:1"));
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

TEST_CASE("what the kernel changes along with a write is kept before it: the rest of DCB with its owner") {
  Folder folder;
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  auto profile = rails({wish("dcb.dcbx", word("firmware")), wish("dcb.pfc", catalog::Priorities{3})});
  keep::FileStore store{folder.path()};
  converge::BusyGuard guard{std::chrono::seconds{0}};
  std::size_t kept = 0;
  fake.before([&](const fake::Operation& operation) {
    if (operation.what == "dcbx") kept = keep::FileStore{folder.path()}.kept().originals.size();
  });
  converge::Convergence convergence{fake.kernel(), settings_of(fake, profile), profile.repair, guard, store};
  convergence.converge([](const auto&, State) { return true; }, {});
  CHECK(kept == 2);
}

TEST_CASE("an entry that wasn't there goes again") {
  Folder folder;
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  fake.dcb("ens1").apps = {{.selector = kernel::App::dscp, .priority = 1, .protocol = 10}};
  auto profile = rails({wish("dcb.dscp_prio", catalog::NumberMap{{10, 2}, {26, 3}})});
  keep::FileStore store{folder.path()};
  converge::BusyGuard guard{std::chrono::seconds{0}};
  auto run = [&](settings::Settings settings, converge::Store& kept) {
    converge::Convergence convergence{fake.kernel(), std::move(settings), profile.repair, guard, kept};
    convergence.converge([](const auto&, State) { return true; }, {.person = true});
    return !convergence.any(State::failed);
  };
  CHECK(run(settings_of(fake, profile), store));
  CHECK(fake.dcb("ens1").apps.size() == 2);
  CHECK(to_text(store.kept().originals.begin()->second) == "10=1 26=none");
  converge::NoStore nothing;
  auto values = keep::FileStore{folder.path()}.kept().originals;
  CHECK(run(keep::returning(values, node::discover(fake.kernel()).nics), nothing));
  REQUIRE(fake.dcb("ens1").apps.size() == 1);
  CHECK(fake.dcb("ens1").apps[0].priority == 1);
}

TEST_CASE("what no write brings back is told, and does no harm") {
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0"});
  auto nics = node::discover(fake.kernel()).nics;
  keep::Values values;
  for (const auto& row : catalog::rows())
    if (row.scope == catalog::Scope::nic) values.emplace(keep::key_of(nics.at(0), row.name), word("0 1, without np"));
  CHECK(keep::returning(values, nics).empty());
  CHECK(keep::stuck(values, nics).size() == values.size());
  CHECK(keep::stuck(values, nics).at(0).subject == "ens1");
}

TEST_CASE("of NICs that share an address, the card's own is meant, and no profile need name it") {
  fake::FakeKernel fake;
  int ens1 = fake.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .permanent_address = "0c:42:a1:00:00:01"});
  kernel::Link pod{.ifindex = 0, .name = "aa", .mtu = 1500, .type = 1, .kind = "ipvlan", .parent = ens1};
  pod.permanent_address = "0c:42:a1:00:00:01";
  fake.add_link(pod);
  auto nics = node::discover(fake.kernel()).nics;
  auto settings = keep::returning({{"0c:42:a1:00:00:01 mtu", number(1500)}, {"other mtu", number(1500)}}, nics);
  REQUIRE(settings.size() == 1);
  CHECK(settings[0]->subject().name() == "ens1");
}

TEST_CASE("what makes staged values the card's isn't left out by a crash between them") {
  Folder folder;
  fake::FakeKernel fake;
  fake.add_nic({.name = "ens1",
                .pci = "0000:5e:00.0",
                .driver = "bnxt_en",
                .vendor = "0x14e4",
                .rdma = "bnxt_re0",
                .ecn = false});
  const std::string cc = "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/";
  fake.add_file(cc + "cnp_dscp", "0x1\n");
  fake.add_file(cc + "apply", "0x0\n");
  auto profile = rails({wish("dcqcn.cnp_dscp", number(48))});
  converge::BusyGuard guard{std::chrono::seconds{0}};
  std::string while_staged;
  fake.before([&](const fake::Operation& operation) {
    std::ifstream file{folder / "state.json"};
    if (operation.write && operation.of == cc + "apply") while_staged.assign(std::istreambuf_iterator{file}, {});
  });
  {
    keep::FileStore store{folder.path()};
    converge::Convergence convergence{fake.kernel(), settings_of(fake, profile), profile.repair, guard, store};
    convergence.converge([](const auto&, State) { return true; }, {});
    CHECK(fake.file(cc + "apply") == "0x1");
    CHECK(store.kept().last_writes.empty());
  }
  fake.add_file(cc + "apply", "0x0\n");  // as if it had ended right before
  folder.write("state.json", while_staged);
  keep::FileStore next{folder.path()};
  CHECK(keep::finish(fake.kernel().files(), next).size() == 1);
  CHECK(fake.file(cc + "apply") == "0x1");
  CHECK(keep::FileStore{folder.path()}.kept().last_writes.empty());
  CHECK(keep::finish(fake.kernel().files(), next).empty());
}
