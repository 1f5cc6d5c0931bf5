#include "history/entry.hpp"

#include <array>
#include <utility>

#include "history/fields.hpp"

namespace roced::history {
namespace {

using settings::State;

constexpr std::array kinds{std::pair{std::string_view{message::repaired}, Entry::Kind::repaired},
                           std::pair{std::string_view{message::returned}, Entry::Kind::returned},
                           std::pair{std::string_view{message::stands}, Entry::Kind::stands},
                           std::pair{std::string_view{message::failed}, Entry::Kind::stands},
                           std::pair{std::string_view{message::held}, Entry::Kind::stands},
                           std::pair{std::string_view{message::problem}, Entry::Kind::problem},
                           std::pair{std::string_view{message::profile}, Entry::Kind::profile}};

bool is_error(const Entry& entry) {
  constexpr std::string_view error = "3";  // LOG_ERR
  return !entry[field::priority].empty() && entry[field::priority] <= error;
}

}  // namespace

const std::string& Entry::operator[](std::string_view name) const {
  static const std::string none;
  auto found = fields.find(name);
  return found == fields.end() ? none : found->second;
}

std::optional<Entry::Kind> kind_of(std::string_view message_id) {
  for (const auto& [id, kind] : kinds)
    if (id == message_id) return kind;
  return {};
}

std::string_view event_of(const Entry& entry) {
  switch (entry.kind) {
    case Entry::Kind::repaired:
      return "repaired";
    case Entry::Kind::returned:
      return "returned";
    case Entry::Kind::problem:
      return is_error(entry) ? "error" : "warning";
    case Entry::Kind::profile:
      return "profile";
    case Entry::Kind::stands:
      break;
  }
  return entry[field::state];
}

State state_of(const Entry& entry) {
  switch (entry.kind) {
    case Entry::Kind::problem:
      return is_error(entry) ? State::failed : State::held;
    case Entry::Kind::stands:
      return settings::state_from_text(entry[field::state]).value_or(State::unknown);
    default:
      return State::in_sync;
  }
}

}  // namespace roced::history
