// What holds of every way back, whatever the node and the wishes.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "../any.hpp"
#include "../temporary_folder.hpp"
#include "../wishes.hpp"
#include "converge/convergence.hpp"
#include "keep/file_store.hpp"
#include "keep/returning.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

namespace {

bool all(const settings::Setting& /*setting*/, State /*state*/) { return true; }

/// ECN's notification point is told of only by whether any priority has it, so that its switches are as the factory has
/// them.
std::unique_ptr<fake::FakeKernel> any_node_with_notification() {
  auto fake = any_node();
  for (const char* nic : {"ens1", "ens2"})
    for (int priority = 0; priority < 8; ++priority)
      fake->add_number(fmt::format("/sys/class/net/{}/ecn/roce_np/enable/{}", nic, priority), 1);
  return fake;
}

std::string text(const std::map<std::string, std::string>& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("{}: {}\n", name, value);
  return text;
}

}  // namespace

TEST_CASE("property: what was kept brings the node back as it was") {
  CHECK(rc::check([] {
    TemporaryFolder folder;
    auto fake = any_node_with_notification();
    auto profile = any_profile();
    auto before = text(fake->values());
    keep::FileStore store{folder.path()};
    converge::BusyGuard guard{std::chrono::seconds{0}};
    converge::Convergence there{fake->kernel(), settings_of(*fake, profile), profile.repair, guard, store};
    there.converge(all, {});
    auto nics = node::discover(fake->kernel()).nics;
    converge::NoStore nothing;
    converge::Convergence back{fake->kernel(), keep::returning(store.kept().originals, nics), profile.repair, guard,
                               nothing};
    back.converge(all, {.person = true, .going_back = true});
    RC_LOG() << before << "now\n" << text(fake->values());
    for (const auto& [key, value] : store.kept().originals) RC_LOG() << key << " " << to_text(value) << "\n";
    RC_ASSERT(text(fake->values()) == before);
  }));
}
