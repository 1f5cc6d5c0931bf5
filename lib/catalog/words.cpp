#include "catalog/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roced::catalog {
namespace {

std::string words_of(const Row& row) {
  std::string text;
  for (std::size_t at = 0; at < row.words.size(); ++at) {
    const char* joint = at == 0 ? "" : at + 1 == row.words.size() ? " or " : ", ";
    text += fmt::format("{}\"{}\"", joint, row.words[at]);
  }
  return text;
}

std::string number_of(const Row& row) {
  auto text = row.measure.empty() ? std::string{"a number"} : fmt::format("a number of {}", row.measure);
  if (!row.among.empty()) return fmt::format("{}: {}", text, fmt::join(row.among, ", "));
  text += fmt::format(", {} to {}", row.least, row.most);
  return row.also ? text + fmt::format(", or {}", *row.also) : text;
}

}  // namespace

std::string table_of(const Row& row) {
  std::string text = row.scope == catalog::Scope::nic ? "nic.GROUP" : "";
  if (auto table = row.table(); !table.empty()) text += fmt::format("{}{}", text.empty() ? "" : ".", table);
  return text.empty() ? text : '[' + text + ']';
}

std::string values_of(const Row& row) {
  switch (row.type) {
    case Type::word:
      return words_of(row);
    case Type::number:
      return number_of(row);
    case Type::flag:
      return "true or false";
    case Type::priorities:
      return fmt::format("an array of {}, 0 to {}, as in [3, 4]", plural(row.member), row.key_most);
    case Type::map:
      return fmt::format("a table of {}, {} to {}, to {}, {} to {}", row.member, row.key_least, row.key_most,
                         row.measure, row.least, row.most);
    case Type::rates:
      return fmt::format("a table of {}, {} to {}, to rate, as in {{ 0 = \"100Gbit\" }}", row.member, row.key_least,
                         row.key_most);
    case Type::numbers:
      return fmt::format("an array of {}{}, {} to {}", row.size == 0 ? "" : fmt::format("{} ", row.size),
                         plural(row.measure), row.least, row.most);
  }
  return {};
}

std::string disturbs(const Row& row) {
  switch (row.disruption) {
    case Disruption::none:
      return "nothing";
    case Disruption::carrier:
      return "the link, which blinks (carrier down and up). roced waits until the NIC is idle, unless told apply --now";
    case Disruption::link:
      return "the physical link, which goes down and up. roced waits until the NIC is idle, unless told apply --now";
    case Disruption::reboot:
      return "everything: the next boot brings it. roced never reboots a node";
  }
  return {};
}

std::string since_of(const Row& row) {
  bool number = !row.since.empty() && row.since.front() >= '0' && row.since.front() <= '9';
  return fmt::format("{}{}", number ? "Linux " : "", row.since);
}

std::string summary_of(const Row& row) {
  auto end = row.text.find(". ");
  return std::string{end == std::string_view::npos ? row.text : row.text.substr(0, end + 1)};
}

std::string plural(std::string_view word) {
  if (word == "bytes") return std::string{word};
  if (word.ends_with('y')) return fmt::format("{}ies", word.substr(0, word.size() - 1));
  return fmt::format("{}{}", word, word.ends_with('s') ? "es" : "s");
}

}  // namespace roced::catalog
