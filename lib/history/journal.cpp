#include "history/journal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "history/access.hpp"
#include "history/fields.hpp"
#include "kernel/error.hpp"

namespace roced::history {
namespace {

using converge::Time;
using tl::unexpected;

constexpr std::array messages{message::repaired, message::stands,   message::failed, message::held,
                              message::problem,  message::returned, message::profile};
constexpr std::array units{"roced.service", "roced-early.service"};

Time time_of(std::uint64_t usec) { return Time{std::chrono::microseconds{usec}}; }

void add_match(sd_journal* journal, const char* name, const std::string& value) {
  auto match = fmt::format("{}={}", name, value);
  sd_journal_add_match(journal, match.data(), match.size());
}

/// Where journald keeps this machine's journal.
std::vector<std::string> local_folders() {
  sd_id128_t machine{};
  if (sd_id128_get_machine(&machine) < 0) return {};
  std::array<char, SD_ID128_STRING_MAX> id{};
  sd_id128_to_string(machine, id.data());
  return {fmt::format("/var/log/journal/{}", id.data()), fmt::format("/run/log/journal/{}", id.data())};
}

/// What sd-journal answers where a file is none of its kind.
std::string reason(int error) {
  if (error == -EBADMSG || error == -ENODATA || error == -EPROTONOSUPPORT || error == -EIO)
    return kernel::errno_text(-error) + ": is it a journal, and of no newer systemd than this one?";
  return kernel::errno_text(-error);
}

int open_at(const Place& place, sd_journal** journal) {
  if (!place.files.empty()) {
    std::vector<const char*> paths;
    for (const auto& file : place.files) paths.push_back(file.c_str());
    paths.push_back(nullptr);
    return sd_journal_open_files(journal, paths.data(), 0);
  }
  if (!place.directory.empty()) return sd_journal_open_directory(journal, place.directory.c_str(), 0);
  return sd_journal_open(journal, SD_JOURNAL_LOCAL_ONLY | SD_JOURNAL_SYSTEM);
}

std::string name_of(const Place& place) {
  if (!place.files.empty()) return fmt::format("the journal of {}", fmt::join(place.files, ", "));
  if (!place.directory.empty()) return "the journal in " + place.directory;
  return "the journal of this node";
}

bool is_kept(std::string_view name) {
  return name.starts_with("ROCED_") || name == field::message_id || name == field::text || name == field::priority ||
         name == field::unit || name == field::host;
}

/// libsystemd skips fields that are damaged without a word.
bool is_whole(const Entry& entry) {
  return !entry.of_setting() || (entry.fields.contains(field::subject) && entry.fields.contains(field::setting) &&
                                 entry.fields.contains(field::desired) && entry.fields.contains(field::state));
}

}  // namespace

tl::expected<Journal, std::string> Journal::open(const Place& place) {
  sd_journal* raw = nullptr;
  if (int opened = open_at(place, &raw); opened < 0)
    return unexpected{fmt::format("{} can't be read: {}", name_of(place), reason(opened))};
  Journal journal{raw};
  if (place.files.empty()) {
    auto access = access_to(place.directory.empty() ? local_folders() : std::vector{place.directory});
    if (access.files == 0)
      return unexpected{name_of(place) + (place.directory.empty()
                                              ? " isn't there: journald keeps none (Storage= of journald.conf), or "
                                                "doesn't run"
                                              : " isn't there: no file of it is in that folder")};
    if (access.readable == 0)
      return unexpected{name_of(place) +
                        " isn't readable by you: root may read it, and the groups systemd-journal and "
                        "adm"};
    journal.reach_.unreadable_files = access.files - access.readable;
  }
  std::uint64_t begins = 0, ends = 0;
  if (sd_journal_get_cutoff_realtime_usec(raw, &begins, &ends) > 0) journal.reach_.begins = time_of(begins);
  bool local = place.files.empty() && place.directory.empty();
  journal.reach_.is_volatile = local && sd_journal_has_persistent_files(raw) == 0;
  return journal;
}

void Journal::match(const Wanted& wanted) {
  auto* journal = journal_.get();
  sd_journal_flush_matches(journal);
  // Of one field any of its values, of several fields each.
  for (const auto* id : messages) add_match(journal, field::message_id, id);
  for (const auto* unit : units) add_match(journal, field::unit, unit);
  for (const auto& subject : wanted.subjects) add_match(journal, field::subject, subject);
  for (const auto& setting : wanted.settings) add_match(journal, field::setting, setting);
}

std::optional<Entry> Journal::entry() {
  Entry entry;
  std::uint64_t usec = 0, since_boot = 0;
  sd_id128_t boot{};
  if (sd_journal_get_realtime_usec(journal_.get(), &usec) < 0) return {};
  entry.time = time_of(usec);
  if (sd_journal_get_monotonic_usec(journal_.get(), &since_boot, &boot) < 0) return {};
  std::array<char, SD_ID128_STRING_MAX> id{};
  entry.boot = sd_id128_to_string(boot, id.data());
  const void* data = nullptr;
  std::size_t size = 0;
  int left = 0;
  sd_journal_restart_data(journal_.get());
  while ((left = sd_journal_enumerate_available_data(journal_.get(), &data, &size)) > 0) {
    std::string_view text{static_cast<const char*>(data), size};
    auto name = text.substr(0, text.find('='));
    if (name.size() < text.size() && is_kept(name)) entry.fields.emplace(name, text.substr(name.size() + 1));
  }
  auto kind = kind_of(entry[field::message_id]);
  if (left < 0 || !kind) return {};
  entry.kind = *kind;
  if (!is_whole(entry)) return {};
  return entry;
}

tl::expected<std::vector<Entry>, std::string> Journal::read(const Wanted& wanted) {
  match(wanted);
  std::vector<Entry> entries;
  // Backwards, as the newest are wanted. What is older is no end: a clock may have been set back.
  int found = sd_journal_seek_tail(journal_.get());
  if (found >= 0) found = sd_journal_previous(journal_.get());
  for (; found > 0; found = sd_journal_previous(journal_.get())) {
    if (wanted.most && entries.size() == *wanted.most) break;
    std::uint64_t usec = 0;
    if (wanted.since && sd_journal_get_realtime_usec(journal_.get(), &usec) >= 0 && time_of(usec) < *wanted.since)
      continue;
    if (auto next = entry())
      entries.push_back(std::move(*next));
    else
      ++reach_.damaged_entries;
  }
  if (found < 0) return unexpected{"the journal can't be read to its end: " + reason(found)};
  std::reverse(entries.begin(), entries.end());
  return entries;
}

}  // namespace roced::history
