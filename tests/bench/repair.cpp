// How long a setting stays broken, seen from the kernel's side: a command breaks it, the running roced brings it back.
// In the same run, how long the command itself takes as a process, and how long a shell loop takes that looks every
// second. Usage: bench_repair NAME TIMES WATCH CHECK_AND_REPAIR COMMAND...
// WATCH: see watch.hpp. COMMAND's standard input is that of this. CHECK_AND_REPAIR: what the loop's shell runs each
// second.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/handle.hpp"
#include "watch.hpp"

using namespace roced;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr auto patience = 20s;
constexpr auto settled = 100ms;  ///< more than roced waits for more news after its own write
constexpr std::size_t loop_times = 15;

/// One break and what came of it.
struct Sample {
  Milliseconds command{};  ///< the breaking command, as a process
  Milliseconds broken{};   ///< from its write until the value is back, and read
  Milliseconds whole{};    ///< from its start until the value is back
};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "bench_repair: %s\n", why.c_str());
  std::exit(1);
}

/// Its standard input is ours from its beginning, what it prints isn't shown.
pid_t start(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  lseek(STDIN_FILENO, 0, SEEK_SET);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  if (posix_spawnp(&pid, words.front(), &actions, nullptr, words.data(), environ) != 0)
    give_up("can't run " + command.front());
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

/// This process sees what happens when it happens, whatever else runs; its children don't have that.
void be_prompt() {
  sched_param priority{};
  priority.sched_priority = 1;
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) != 0)
    std::fprintf(stderr, "bench_repair: no real-time priority here: times are told late\n");
}

/// A sample that wasn't counted may have left it broken, until the loop's next look.
void wait_until_right(const bench::Watch& watch) {
  for (auto end = Clock::now() + patience; !watch.is_right(); std::this_thread::sleep_for(settled))
    if (Clock::now() > end) give_up("the setting isn't right before it is broken");
}

/// Runs the command once, waits until the setting was broken and is back. nullopt: both were heard in the wrong order,
/// as happens where the breaker loses its CPU after it has told roced and before it has told us.
std::optional<Sample> break_once(bench::Watch& watch, const std::vector<std::string>& command) {
  wait_until_right(watch);
  while (watch.next(0) != bench::Heard::nothing) {
  }
  auto begun = Clock::now();
  auto pid = start(command);
  kernel::UniqueFd process{static_cast<int>(syscall(SYS_pidfd_open, pid, 0))};
  std::optional<Clock::time_point> broken, back, ended;
  bool disordered = false;
  while (!(back || (disordered && broken)) || !ended) {
    std::array waits{pollfd{watch.fd(), POLLIN, 0}, pollfd{ended ? -1 : process.get(), POLLIN, 0}};
    if (poll(waits.data(), waits.size(), std::chrono::milliseconds{patience}.count()) == 0)
      give_up(broken ? "the setting stays broken" : "it isn't heard that the setting was broken");
    auto now = Clock::now();
    if (waits[1].revents != 0) ended = now;
    for (auto heard = watch.next(pid); heard != bench::Heard::nothing; heard = watch.next(pid)) {
      if (heard == bench::Heard::broken && !broken) broken = now;
      if (heard == bench::Heard::back && !broken) disordered = true;
      if (heard == bench::Heard::back && broken && !back && watch.is_right()) back = Clock::now();
    }
  }
  waitpid(pid, nullptr, 0);
  if (disordered) return {};
  return Sample{*ended - begun, *back - *broken, *back - begun};
}

template <typename Pause>
std::vector<Sample> measure(std::size_t times, bench::Watch& watch, const std::vector<std::string>& command,
                            Pause pause) {
  std::vector<Sample> samples;
  while (samples.size() < times) {
    std::this_thread::sleep_for(pause());
    if (auto sample = break_once(watch, command)) samples.push_back(*sample);
  }
  return samples;
}

double quantile(const std::vector<Sample>& samples, Milliseconds Sample::*which, double part) {
  std::vector<double> values;
  for (const auto& sample : samples) values.push_back((sample.*which).count());
  std::sort(values.begin(), values.end());
  auto place = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5);
  return values[place];
}

/// The same while roced pauses, and a loop looks every second.
double loop_median(bench::Watch& watch, const std::string& check_and_repair, const std::vector<std::string>& command) {
  if (std::system("rocectl pause > /dev/null") != 0) give_up("roced can't be paused");
  auto loop = start({"sh", "-c", "while :; do " + check_and_repair + "; sleep 1; done"});
  std::mt19937 chance{1};
  std::uniform_int_distribution<> moment{0, 1000};  // the loop is anywhere in its second
  auto samples =
      measure(loop_times, watch, command, [&] { return settled + std::chrono::milliseconds{moment(chance)}; });
  kill(loop, SIGTERM);
  waitpid(loop, nullptr, 0);
  if (std::system("rocectl resume > /dev/null") != 0) give_up("roced can't be resumed");
  return quantile(samples, &Sample::broken, 0.5);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int before_command = 5;
  if (argc <= before_command) give_up("bench_repair NAME TIMES WATCH CHECK_AND_REPAIR COMMAND...");
  auto watch = bench::watch(argv[3]);
  if (!watch) give_up(std::string{"can't watch "} + argv[3]);
  std::vector<std::string> command{argv + before_command, argv + argc};
  be_prompt();
  auto samples = measure(std::strtoul(argv[2], nullptr, 10), *watch, command, [] { return settled; });
  auto process = quantile(samples, &Sample::command, 0.5);
  auto median = quantile(samples, &Sample::broken, 0.5), late = quantile(samples, &Sample::broken, 0.99);
  auto loop = loop_median(*watch, argv[4], command);
  std::printf(
      "repair of %s: median %.2f times its %s (wanted: at most 1), 99th percentile %.2f times (wanted: at most 5), "
      "%.0f times faster than a loop of 1 s; %s %.3f ms, broken for %.3f ms, 99th percentile %.3f ms, "
      "back %.2f times the command after its start, loop %.0f ms\n",
      argv[1], median / process, command.front().c_str(), late / process, loop / median, command.front().c_str(),
      process, median, late, quantile(samples, &Sample::whole, 0.5) / process, loop);
  return 0;
}
