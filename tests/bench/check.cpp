// A whole check of 8 NICs against the same readings by a shell script and by bare system calls, in one run: the ratios
// are printed last.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "converge/check.hpp"
#include "rails.hpp"
#include "settings/make.hpp"

using namespace roced;

namespace {

std::vector<std::string> rails;
std::vector<int> indices;

profile::Wish wish(const char* name, catalog::Value value) {
  return {catalog::find(name), std::move(value), {}, false};
}

profile::Profile all_of_it() {
  profile::Profile profile;
  profile::Group group;
  group.name = "rails";
  group.match.ifname = {"rail*"};
  group.wishes = {wish("link_layer", std::string{"ethernet"}),
                  wish("mtu", std::uint64_t{1500}),
                  wish("dcb.dcbx", std::string{"host"}),
                  wish("dcb.trust", std::string{"dscp"}),
                  wish("dcb.dscp_prio", catalog::NumberMap{{26, 3}}),
                  wish("dcb.pfc", catalog::Priorities{3}),
                  wish("sysctl.arp_ignore", std::uint64_t{0}),
                  wish("sysctl.arp_announce", std::uint64_t{0}),
                  wish("sysctl.rp_filter", std::uint64_t{0})};
  profile.groups.push_back(std::move(group));
  return profile;
}

void roced_check(benchmark::State& state) {
  auto kernel = kernel::running_kernel();
  auto profile = all_of_it();
  auto settings = settings::make(profile, node::match(profile, node::discover(kernel)));
  for (auto _ : state) {
    node::Snapshot now{kernel};
    for (const auto& setting : settings) benchmark::DoNotOptimize(converge::check(*setting, now));
  }
  state.counters["settings"] = static_cast<double>(settings.size());
}

void bare_system_calls(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(bench::read_bare(rails, indices));
}

void shell_script(benchmark::State& state) {
  std::string command = "sh " BENCH_FOLDER "/check.sh";
  for (const auto& rail : rails) command += " " + rail;
  for (auto _ : state)
    if (std::system((command + " >/dev/null").c_str()) != 0) state.SkipWithError("the script can't run");
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
        "\na check of 8 NICs: %.0f times faster than the shell script (wanted: 100), %.2f times the bare system calls "
        "(wanted: at most 1.5)\n",
        times_["shell_script"] / check, check / times_["bare_system_calls"]);
  }

 private:
  std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  rails = bench::make_rails();
  auto kernel = kernel::running_kernel();
  auto links = kernel.links().all();
  for (const auto& rail : rails)
    for (const auto& link : *links)
      if (link.name == rail) indices.push_back(link.ifindex);
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
  benchmark::Initialize(&argc, argv);
  Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
  ratios.print();
  return 0;
}
