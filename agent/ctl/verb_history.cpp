#include <vector>

#include <fmt/format.h>

#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "catalog/catalog.hpp"
#include "history/journal.hpp"
#include "history/show.hpp"
#include "history/since.hpp"
#include "profile/nearest.hpp"

namespace roced::ctl {
namespace {

/// What is no setting is a NIC's name, maybe of one that is gone.
history::Wanted wanted_of(const Past& past) {
  history::Wanted wanted;
  for (const auto& word : past.about)
    (catalog::find(word) == nullptr ? wanted.subjects : wanted.settings).push_back(word);
  if (past.lines > 0) wanted.most = past.lines;
  return wanted;
}

/// Where nothing was found: a setting that was spelled wrong counts as a NIC.
std::string hint(const history::Wanted& wanted) {
  std::vector<std::string_view> names;
  for (const auto& row : catalog::rows()) names.push_back(row.name);
  for (const auto& word : wanted.subjects)
    if (auto guess = profile::did_you_mean(word, names); !guess.empty())
      return fmt::format("; '{}' is no setting{}", word, guess);
  return {};
}

void tell_what_is_missing(const history::Reach& reach) {
  if (reach.unreadable_files > 0)
    say(fmt::format(
        "not all of the journal is readable by you ({} of its files can't be), so that entries may be missing: "
        "root may read it, and the groups systemd-journal and adm",
        reach.unreadable_files));
  if (reach.damaged_entries > 0)
    say(fmt::format("damaged entries of the journal were left out: {}; journalctl --verify tells more",
                    reach.damaged_entries));
}

}  // namespace

int history(const Common& common, const Past& past) {
  auto wanted = wanted_of(past);
  if (!past.since.empty()) {
    wanted.since = history::parse_since(past.since, std::chrono::system_clock::now());
    if (!wanted.since) return refuse(fmt::format("--since takes {}, not '{}'", history::since_forms, past.since));
  }
  auto journal = history::Journal::open({past.directory, past.files});
  if (!journal) return refuse(journal.error());
  auto entries = journal->read(wanted);
  if (!entries) return refuse(entries.error());
  const auto& reach = journal->reach();
  tell_what_is_missing(reach);
  auto summary = history::summary(*entries, wanted, reach);
  if (common.json) {
    print(history::to_json(*entries, reach) + '\n');
  } else if (entries->empty()) {
    say(fmt::format("roced told of {}{}", summary, hint(wanted)));
  } else {
    auto look = style(common.legend);
    print(history::to_table(*entries, look));
    if (common.legend) print('\n' + report::wrapped(summary, 0, look.width) + ".\n");
  }
  return all_well;
}

}  // namespace roced::ctl
