#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "converge/convergence.hpp"
#include "history/fields.hpp"
#include "history/show.hpp"
#include "profile/digest.hpp"
#include "report/plain.hpp"

namespace roced::history {
namespace {

using converge::Time;
using report::plain;
using report::Style;

constexpr std::size_t gap = 2;

std::string local(Time time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

/// The cells of an entry, fit for a terminal.
struct Row {
  std::string time, event, subject, setting, cause;
};

std::string latency(const Entry& entry) {
  const auto& text = entry[field::latency];
  std::int64_t usec = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), usec);
  return error == std::errc{} ? fmt::format(" in {}", report::spoken(std::chrono::microseconds{usec})) : std::string{};
}

std::string value_of(const Entry& entry) {
  const auto &was = entry[field::was], &actual = entry[field::actual], &desired = entry[field::desired];
  auto from = was.empty() ? std::string{} : was + " to ";
  if (entry.kind == Entry::Kind::repaired) return from + desired + latency(entry);
  if (entry.kind == Entry::Kind::returned) return from + desired;
  if (state_of(entry) == settings::State::in_sync) return actual;
  return actual.empty() ? "want " + desired : fmt::format("{}, want {}", actual, desired);
}

Row row_of(const Entry& entry, bool with_host) {
  Row row{.time = local(entry.time), .event = plain(event_of(entry))};
  std::replace(row.event.begin(), row.event.end(), '-', ' ');
  if (with_host) row.time += "  " + plain(entry[field::host]);
  if (entry.kind == Entry::Kind::problem) {
    row.cause = plain(entry[field::text]);
  } else if (entry.kind == Entry::Kind::profile) {
    row.cause = plain(fmt::format("{} {}, {}", entry[field::profile], profile::short_digest(entry[field::digest]),
                                  entry[field::mode]));
  } else {
    row.subject = plain(entry[field::subject]);
    row.setting = plain(fmt::format("{}: {}", entry[field::setting], value_of(entry)));
    // Of one that is in sync again, it is known who made it drift, not who put it right.
    bool again = entry.kind == Entry::Kind::stands && state_of(entry) == settings::State::in_sync;
    row.cause = plain(converge::cause_with_who(entry[field::cause], again ? std::string{} : entry[field::who]));
  }
  return row;
}

struct Widths {
  std::size_t time = 0, event = 0, subject = 0;

  void hold(const Row& row) {
    time = std::max(time, row.time.size());
    event = std::max(event, row.event.size());
    subject = std::max(subject, row.subject.size());
  }
};

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, text.size()) + gap, ' ');
}

std::string line_of(const Row& row, settings::State state, const Widths& widths, const Style& style) {
  auto line = padded(row.time, widths.time) + report::painted(row.event, state, style) +
              std::string(widths.event - row.event.size() + gap, ' ');
  auto below = static_cast<unsigned>(widths.time + gap + widths.event + gap);
  auto beside = static_cast<unsigned>(below + widths.subject + gap);
  if (!row.subject.empty())
    line += padded(row.subject, widths.subject) + report::wrapped(row.setting, beside, style.width) + '\n';
  if (row.cause.empty()) return line;
  return line + (row.subject.empty() ? "" : std::string(below, ' ')) + report::wrapped(row.cause, below, style.width) +
         '\n';
}

bool of_several_hosts(const std::vector<Entry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& entry) { return entry[field::host] != entries.front()[field::host]; });
}

}  // namespace

std::string to_table(const std::vector<Entry>& entries, const Style& style) {
  bool with_host = of_several_hosts(entries);
  Row heading{.time = "TIME", .event = "EVENT", .subject = "NIC", .setting = "SETTING"};
  std::vector<Row> rows;
  Widths widths;
  if (style.legend) widths.hold(heading);
  for (const auto& entry : entries) {
    rows.push_back(row_of(entry, with_host));
    widths.hold(rows.back());
  }
  Style uncoloured = style;
  uncoloured.colour = false;
  auto text = style.legend ? line_of(heading, {}, widths, uncoloured) : std::string{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && !with_host && entries[i].boot != entries[i - 1].boot)
      text += fmt::format("-- boot {} --\n", entries[i].boot);
    text += line_of(rows[i], state_of(entries[i]), widths, style);
  }
  return text;
}

std::string summary(const std::vector<Entry>& entries, const Wanted& wanted, const Reach& reach) {
  auto text = entries.size() == 1 ? std::string{"1 entry"} : fmt::format("{} entries", entries.size());
  if (entries.empty()) text = "nothing";
  if (wanted.since) text += " since " + local(*wanted.since);
  if (!reach.begins) return text + "; the journal is empty";
  bool cut = wanted.since && *wanted.since < *reach.begins;
  text += fmt::format("; the journal begins at {}{}", local(*reach.begins), cut ? ", what was before is gone" : "");
  if (reach.is_volatile)
    text += " and is kept in memory alone: a reboot ends it, unless there is a folder /var/log/journal";
  return text;
}

}  // namespace roced::history
