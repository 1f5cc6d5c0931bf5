// A whole check of 8 NICs against the same readings by a shell script and by bare system calls, in one run: the ratios
// are printed last. Usage: bench [NIC...]; without, on veth in a network namespace of its own.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "converge/check.hpp"
#include "kernel/netlink_dcb.hpp"
#include "kernel/netlink_ethtool.hpp"
#include "kernel/netlink_links.hpp"
#include "kernel/netlink_namespaces.hpp"
#include "kernel/netlink_rdma.hpp"
#include "kernel/netlink_routing.hpp"
#include "rails.hpp"
#include "settings/make.hpp"
#include "survey/facts.hpp"

using namespace roced;

namespace {

std::vector<std::string> rails;
std::vector<int> indices;

bench::Asked asked;
bool pause_asked = false;
settings::Settings chosen;  ///< those that have a value here

/// Remembers which files are asked for.
class WatchedFiles final : public kernel::Files {
 public:
  kernel::Result<std::string> read(const std::string& path) override {
    asked.files.push_back(path);
    return Files::read(path);
  }
};

/// All settings that have a value here, and wish that: a node in sync, as it is nearly always. Those of `require` go
/// through libibverbs, and are left out.
settings::Settings in_sync(kernel::Kernel& kernel) {
  static profile::Profile profile;
  profile::Group group;
  group.name = "rails";
  group.match.ifname = rails;
  auto node = node::discover(kernel);
  auto first = std::find_if(node.nics.begin(), node.nics.end(), [](const auto& nic) { return nic.netdev == rails[0]; });
  if (first == node.nics.end()) return {};
  node::Snapshot now{kernel};
  for (auto& [name, value] : survey::facts_of(now, *first).values)
    if (const auto* row = catalog::find(name); row->table() != "require")
      group.wishes.push_back({row, std::move(value), {}, false});
  profile.groups.push_back(std::move(group));
  return settings::make(profile, node::match(profile, node));
}

/// What reading them asks for. A file that is asked for twice ends the bench.
void choose() {
  auto kernel = kernel::running_kernel();
  chosen = in_sync(kernel);
  kernel::Kernel watched{std::make_unique<WatchedFiles>(),
                         std::make_unique<kernel::NetlinkLinks>(),
                         std::make_unique<kernel::NetlinkDcb>(),
                         std::make_unique<kernel::NetlinkRdma>(),
                         std::make_unique<kernel::NetlinkNamespaces>(),
                         std::make_unique<kernel::NetlinkEthtool>(),
                         std::make_unique<kernel::NetlinkRouting>()};
  node::Snapshot now{watched};
  std::size_t drifted = 0;
  for (const auto& setting : chosen) {
    drifted += converge::check(*setting, now).in_sync() ? 0 : 1;
    pause_asked = pause_asked || setting->row().name == "dcb.global_pause";
  }
  if (drifted > 0) std::printf("%zu settings aren't as they were a moment ago\n", drifted);
  auto sorted = asked.files;
  std::sort(sorted.begin(), sorted.end());
  auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return;
  std::fprintf(stderr, "bench: a check reads %s twice\n", twice->c_str());
  std::exit(1);
}

void roced_check(benchmark::State& state) {
  auto kernel = kernel::running_kernel();
  for (auto _ : state) {
    node::Snapshot now{kernel};
    for (const auto& setting : chosen) benchmark::DoNotOptimize(converge::check(*setting, now));
  }
  state.counters["settings"] = static_cast<double>(chosen.size());
}

void bare_system_calls(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(bench::read_bare(asked, rails, indices, pause_asked));
}

void shell_script(benchmark::State& state) {
  setenv("CHECK", bench::shell_command(asked, rails, pause_asked).c_str(), 1);
  for (auto _ : state)
    if (std::system("sh -c \"$CHECK\"") != 0) state.SkipWithError("the script can't run");
}

/// Remembers the medians, for the ratios.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs)
      if (run.aggregate_name == "median") times_[run.run_name.function_name] = run.GetAdjustedRealTime();
    ConsoleReporter::ReportRuns(runs);
  }
  void print() {
    double check = times_["roced_check"];
    std::printf(
        "\na check of %zu NICs, %zu settings: %.0f times faster than the shell script (wanted: 100), %.2f times the "
        "bare "
        "system calls (wanted: at most 1.5)\n",
        rails.size(), chosen.size(), times_["shell_script"] / check, check / times_["bare_system_calls"]);
  }

 private:
  std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  rails.assign(argv + 1, argv + argc);
  if (rails.empty()) rails = bench::make_rails();
  auto kernel = kernel::running_kernel();
  auto links = kernel.links().all();
  for (const auto& rail : rails)
    for (const auto& link : *links)
      if (link.name == rail) indices.push_back(link.ifindex);
  choose();
  auto add = [](const char* name, void (*function)(benchmark::State&)) {
    benchmark::RegisterBenchmark(name, function)
        ->Unit(benchmark::kMicrosecond)
        ->UseRealTime()
        ->Repetitions(7)
        ->ReportAggregatesOnly();
  };
  add("roced_check", roced_check);
  add("bare_system_calls", bare_system_calls);
  add("shell_script", shell_script);
  Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
  ratios.print();
  return 0;
}
