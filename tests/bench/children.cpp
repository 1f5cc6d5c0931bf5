// What a check costs as macvlan children of 8 rails grow: those of this namespace, and those of pods, each pod a
// namespace with a child of each rail. Beside it the kernel's own answer to the same question: a bare dump of macvlans.
// Usage: bench_children; in a network namespace of its own.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "converge/check.hpp"
#include "kernel/netlink_links.hpp"
#include "rails.hpp"
#include "settings/make.hpp"

using namespace roced;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array counts{0, 256, 512, 1024, 2048};

/// The median of some runs, in milliseconds.
double time_of(const std::function<void()>& work) {
  constexpr int runs = 21;
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    auto begun = Clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[runs / 2];
}

void ip(const std::string& commands) {
  auto path = "/run/netns/.commands";  // not a namespace: the kernel's own files alone are
  std::ofstream{path} << commands;
  if (std::system((std::string{"ip -batch "} + path).c_str()) != 0) std::exit(1);
  unlink(path);
}

/// More children, so that there are so many on all rails together.
void grow_here(const std::vector<std::string>& rails, int from, int to) {
  std::string commands;
  for (int i = from; i < to; ++i)
    commands += "link add c" + std::to_string(i) + " link " + rails[static_cast<std::size_t>(i) % rails.size()] +
                " type macvlan mode bridge\n";
  ip(commands);
}

void remove_here() {
  std::string commands;
  for (int i = 0; i < counts.back(); ++i) commands += "link del c" + std::to_string(i) + '\n';
  ip(commands);
}

void grow_in_pods(const std::vector<std::string>& rails, int from, int to) {
  auto each = static_cast<int>(rails.size());
  for (int pod = from / each; pod < to / each; ++pod) {
    auto name = "pod" + std::to_string(pod);
    std::string commands = "netns add " + name + '\n';
    for (std::size_t i = 0; i < rails.size(); ++i) {
      auto child = "net" + std::to_string(i);
      commands += "link add " + child + " link " + rails[i] + " type macvlan mode bridge\n";
      commands += "link set " + child + " netns " + name + '\n';
    }
    ip(commands);
  }
}

struct Row {
  int children;
  double check, dump;
};

std::vector<Row> rows(const settings::Settings& all, kernel::Kernel& kernel,
                      const std::function<void(int, int)>& grow) {
  std::vector<Row> found;
  int children = 0;
  for (int wanted : counts) {
    grow(children, wanted);
    children = wanted;
    auto check = time_of([&] {
      node::Snapshot now{kernel};
      for (const auto& setting : all) converge::check(*setting, now);
    });
    kernel::NetlinkLinks links;
    found.push_back({children, check, time_of([&] { links.of_kinds({"macvlan"}); })});
  }
  return found;
}

void print(const char* where, const std::vector<Row>& table) {
  std::printf("\nchildren %s\n%10s %12s %12s %14s\n", where, "children", "check ms", "dump ms", "µs a child");
  for (const auto& row : table)
    std::printf("%10d %12.3f %12.3f %14.2f\n", row.children, row.check, row.dump,
                row.children == 0 ? 0 : 1000 * (row.check - table.front().check) / row.children);
  const auto& half = table[table.size() - 2];
  const auto& whole = table.back();
  std::printf("twice the children %s take %.2f times as long (linear: 2, wanted: at most 2.5)\n", where,
              (whole.check - table.front().check) / (half.check - table.front().check));
}

}  // namespace

int main() {
  auto rails = bench::make_rails();
  mkdir("/run/netns", 0755);
  if (mount("tmpfs", "/run/netns", "tmpfs", 0, nullptr) != 0) return 1;
  profile::Profile profile;
  profile::Group group;
  group.name = "rails";
  group.match.ifname = rails;
  group.wishes = {{catalog::find("mtu"), std::uint64_t{1500}, {}, false},
                  {catalog::find("children"), std::string{"report"}, {}, false}};
  profile.groups.push_back(std::move(group));
  auto kernel = kernel::running_kernel();
  auto all = settings::make(profile, node::match(profile, node::discover(kernel)));
  print("of this namespace", rows(all, kernel, [&](int from, int to) { grow_here(rails, from, to); }));
  remove_here();
  print("in pods, 8 in each", rows(all, kernel, [&](int from, int to) { grow_in_pods(rails, from, to); }));
  return 0;
}
