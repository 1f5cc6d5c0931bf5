#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "agent/early.hpp"
#include "agent/journal.hpp"
#include "agent/service.hpp"
#include "agent/upkeep.hpp"
#include "keep/finish.hpp"
#include "report/table.hpp"

namespace {

using namespace roced;

/// Checks, repairs as the profile allows, prints the report.
int once(const profile::Sources& sources) {
  auto loaded = profile::load(sources);
  for (const auto& diagnostic : loaded.diagnostics) fmt::print(stderr, "{}\n", diagnostic.line());
  if (!loaded.profile) return 1;
  auto kernel = kernel::running_kernel();
  keep::FileStore store;
  if (!store.damage().empty()) agent::journal::error(store.damage());
  for (const auto& sentence : keep::finish(kernel.files(), store)) agent::journal::error(sentence);
  agent::Upkeep upkeep{kernel, std::move(*loaded.profile), store};
  auto outcomes = upkeep.convergence().converge([](const auto&, auto) { return true; }, {.fresh_start = true});
  for (const auto& outcome : outcomes) agent::journal::tell(outcome);
  auto report = upkeep.report();
  fmt::print("{}", report::to_table(report, {}, {}));
  return report.state() == settings::State::in_sync ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"keeps this node's RDMA network the way its profile says", "roced"};
  std::string file;
  bool just_once = false, early = false;
  app.add_option("--profile", file, "the profile, and FILE.d/*.toml over it (default: /etc/roced/profile.toml)")
      ->type_name("FILE");
  app.add_flag("--once", just_once, "check, repair as the profile allows, print the report, exit");
  app.add_flag("--early", early, "set the RDMA netns mode before the boot makes network namespaces, exit")
      ->excludes("--once");
  app.set_version_flag("--version", ROCED_VERSION);
  CLI11_PARSE(app, argc, argv);
  auto sources = file.empty() ? profile::Sources::installed() : profile::Sources::of(file);
  sources.guarded = true;
  if (just_once) return once(sources);
  if (early) return agent::early(sources);
  return agent::Service{std::move(sources)}.run();
}
