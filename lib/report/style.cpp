#include "report/style.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace roced::report {

using settings::State;

std::string painted(std::string_view text, State state, const Style& style) {
  if (!style.colour) return std::string{text};
  auto code = colour::red;
  if (state == State::in_sync) code = colour::green;
  if (state == State::unknown || state == State::unsupported || state == State::pending_restart ||
      state == State::pending_reboot || state == State::held)
    code = colour::yellow;
  return std::string{code} + std::string{text} + std::string{colour::none};
}

std::string spoken(State state) {
  std::string text{to_text(state)};
  std::replace(text.begin(), text.end(), '-', ' ');
  return text;
}

std::string spoken(std::chrono::microseconds time) {
  auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return whole > 0 ? fmt::format("{} ms", whole) : fmt::format("{} µs", time.count());
}

std::string wrapped(std::string_view text, unsigned indent, unsigned width) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    auto end = std::min(text.find(' '), text.size());
    auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (column > indent && column + 1 + word.size() > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

}  // namespace roced::report
