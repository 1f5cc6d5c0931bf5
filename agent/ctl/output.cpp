#include "agent/ctl/output.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernel/error.hpp"
#include "report/plain.hpp"

namespace roced::ctl {
namespace {

constexpr unsigned narrowest = 40, usual = 80;

int write_error = 0;

bool set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool colour() {
  const char* terminal = std::getenv("TERM");
  bool dumb = terminal == nullptr || std::string_view{terminal} == "dumb";
  return isatty(STDOUT_FILENO) == 1 && !dumb && !set("NO_COLOR");
}

unsigned width() {
  unsigned columns = 0;
  if (const char* said = std::getenv("COLUMNS")) {
    std::string_view text{said};
    std::from_chars(text.data(), text.data() + text.size(), columns);
  }
  winsize size{};
  if (columns == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns == 0 ? usual : std::max(columns, narrowest);
}

void to_stderr(const std::string& text) {
  // Where even this can't be written, nobody is left to tell.
  std::ignore = std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void hold_standard_streams() {
  // Opened the wrong way round, so that using one still is an error.
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

report::Style style(bool legend) { return {.colour = colour(), .width = width(), .legend = legend}; }

namespace {

/// How much of the text there goes through as it is: lines, columns, and our own colours.
std::size_t kept_at(std::string_view text, std::size_t at) {
  if (text[at] == '\n' || text[at] == '\t') return 1;
  for (auto code : report::colour_codes)
    if (text.substr(at).starts_with(code)) return code.size();
  return 0;
}

/// Names of interfaces in pods may hold anything that a terminal would obey.
std::string harmless(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    std::size_t at = 0, kept = 0;
    while (at < text.size() && (kept = kept_at(text, at)) == 0) ++at;
    safe += report::plain(text.substr(0, at));
    safe += text.substr(at, kept);
    text.remove_prefix(at + kept);
  }
  return safe;
}

}  // namespace

void print(std::string_view raw) {
  auto text = harmless(raw);
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && write_error == 0) write_error = errno;
}

bool flush() {
  errno = 0;
  if (std::fflush(stdout) != 0 && write_error == 0) write_error = errno;
  if (write_error == 0) return true;
  // A reader that went away (a pager, head) has seen what it wanted.
  if (write_error != EPIPE) say("standard output can't be written: " + kernel::errno_text(write_error));
  return false;
}

void say(std::string_view text) { to_stderr(harmless(fmt::format("rocectl: {}\n", text))); }

int refuse(std::string_view text) {
  say(text);
  return no_answer;
}

std::string to_text(const profile::Diagnostic& diagnostic) {
  auto text = diagnostic.line() + '\n';
  if (!diagnostic.advice.empty()) text += "        " + report::wrapped(diagnostic.advice, 8, usual) + '\n';
  return text;
}

int exit_code(settings::State state) { return state == settings::State::in_sync ? all_well : not_in_sync; }

settings::State worst(const std::vector<converge::SettingReport>& settings) {
  auto state = settings::State::in_sync;
  for (const auto& setting : settings) state = std::max(state, setting.weight());
  return state;
}

}  // namespace roced::ctl
