#include "settings/reading.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace roced::settings {
namespace {

constexpr std::array<std::pair<State, std::string_view>, 9> words{{{State::in_sync, "in-sync"},
                                                                   {State::unknown, "unknown"},
                                                                   {State::unsupported, "unsupported"},
                                                                   {State::pending_restart, "pending-restart"},
                                                                   {State::pending_reboot, "pending-reboot"},
                                                                   {State::held, "held"},
                                                                   {State::drifted, "drifted"},
                                                                   {State::contended, "contended"},
                                                                   {State::failed, "failed"}}};

}  // namespace

std::string_view to_text(State state) {
  const auto* found = std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == state; });
  return found->second;
}

std::optional<State> state_from_text(std::string_view text) {
  const auto* found = std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.second == text; });
  if (found == words.end()) return {};
  return found->first;
}

Reading Reading::from(const kernel::Error& error) {
  bool no_such_knob = error.code == EOPNOTSUPP || error.code == ENOENT;
  return no_such_knob ? unsupported(error.text()) : unknown(error.text());
}

}  // namespace roced::settings
