#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "profile/nearest.hpp"

namespace {

using namespace roced;
using namespace roced::ctl;

constexpr std::size_t help_column = 24;
constexpr unsigned longest_trial = 604'800;    // a week, in seconds
constexpr unsigned longest_wait = 31'622'400;  // a year

/// What was typed.
struct Typed {
  Common common;
  std::string subject, profile, output, setting, duration;
  Wanted wanted;
  Patience patience;
  Past past;
  std::vector<std::string> files;
  bool no_legend = false, no_pager = false;
  std::function<int()> verb;
};

/// The options that each verb takes, before and after its name.
void add_common(CLI::App& app, Typed& typed) {
  app.add_flag("--json", typed.common.json, "print JSON, for scripts");
  app.add_flag("--no-legend", typed.no_legend, "no heading and no totals");
  app.add_flag("--no-pager", typed.no_pager, "accepted; no pager is ever used");
}

CLI::App& add_verb(CLI::App& app, Typed& typed, const char* name, const char* about, std::function<int()> verb) {
  auto& sub = *app.add_subcommand(name, about)->group("Verbs");
  add_common(sub, typed);
  sub.callback([&typed, verb = std::move(verb)] { typed.verb = verb; });
  return sub;
}

void add_profile_option(CLI::App& verb, Typed& typed) {
  verb.add_option("--profile", typed.profile, "this profile, with FILE.d/*.toml over it, not the installed one")
      ->type_name("FILE");
}

void add_file(CLI::App& verb, Typed& typed) {
  verb.add_option("file", typed.profile, "the profile (default: /etc/roced/profile.toml)")->type_name("FILE");
}

void add_profile_verbs(CLI::App& app, Typed& typed) {
  auto& profile = *app.add_subcommand("profile", "checks, shows or writes a profile")->group("Verbs");
  profile.require_subcommand(1);
  add_file(add_verb(profile, typed, "check", "says what is wrong in it, and where",
                    [&] { return profile_check(typed.common, typed.profile); }),
           typed);
  add_file(add_verb(profile, typed, "show", "prints it merged, and which line said what",
                    [&] { return profile_show(typed.common, typed.profile); }),
           typed);
  add_verb(profile, typed, "init", "writes one that says what this node has now",
           [&] { return profile_init(typed.common, typed.output); })
      .add_option("--output", typed.output, "to this file, which must not be there yet (default: standard output)")
      ->type_name("FILE");
}

void add_undo_verbs(CLI::App& app, Typed& typed) {
  add_verb(app, typed, "confirm", "keeps what was applied with --confirm", [&] { return confirm(typed.common); });
  add_verb(app, typed, "revert", "takes it back", [&] { return revert(typed.common); });
  add_verb(app, typed, "restore", "everything back to before roced's first changes, and pause",
           [&] { return restore(typed.common); });
  add_verb(app, typed, "pause", "no repairs for a while, as for maintenance; drift is still told",
           [&] { return pause(typed.common, typed.duration); })
      .add_option("duration", typed.duration, "90s, 10m, 2h (default: until resume)")
      ->type_name("DURATION");
  add_verb(app, typed, "resume", "ends a pause", [&] { return resume(typed.common); });
}

void add_wait(CLI::App& app, Typed& typed) {
  auto& verb = add_verb(app, typed, "wait", "returns when this node is in sync",
                        [&] { return wait(typed.common, typed.patience); });
  auto* timeout = verb.add_option("--timeout", typed.patience.timeout, "no longer than that (default: for ever)")
                      ->type_name("SECONDS")
                      ->check(CLI::Range(1U, longest_wait));
  verb.add_flag("--early", typed.patience.early, "as [early] of the profile says; not where it observes")
      ->excludes(timeout);
}

void add_history(CLI::App& app, Typed& typed) {
  auto& past = typed.past;
  auto& verb = add_verb(app, typed, "history", "drift and repairs of the past, from the journal",
                        [&] { return history(typed.common, past); });
  verb.add_option("about", past.about, "only this NIC, 'node', or setting: dcb.pfc; several, any of them")
      ->type_name("NIC|SETTING");
  verb.add_option("--since", past.since, "from then on: '2026-12-02 03:14', today, 2h (default: all there is)")
      ->type_name("TIME");
  verb.add_option("-n,--lines", past.lines, "the newest so many")->type_name("N")->check(CLI::PositiveNumber);
  auto* directory = verb.add_option("-D,--directory", past.directory, "the journal in this folder, not this node's")
                        ->type_name("DIR");
  verb.add_option("--file", past.files, "this journal file alone; may be said several times")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->excludes(directory);
}

void add_verbs(CLI::App& app, Typed& typed) {
  add_verb(app, typed, "status", "the daemon's last report", [&] { return status(typed.common, typed.subject); })
      .add_option("nic", typed.subject, "all of this NIC, or of 'node'")
      ->type_name("NIC");
  add_profile_option(add_verb(app, typed, "check", "reads this node now; changes nothing, needs no daemon",
                              [&] { return check(typed.common, typed.profile); }),
                     typed);
  add_profile_option(add_verb(app, typed, "diff", "what apply would change, as a diff",
                              [&] { return diff(typed.common, typed.profile); }),
                     typed);
  auto& apply_verb = add_verb(app, typed, "apply", "brings this node to its profile, through the daemon",
                              [&] { return apply(typed.common, typed.wanted); });
  apply_verb.add_flag("--now", typed.wanted.now, "also what disturbs a running job");
  apply_verb.add_option("nic", typed.wanted.nic, "only this NIC, or 'node'")->type_name("NIC");
  apply_verb.add_option("setting", typed.wanted.setting, "only this setting of it: dcb.pfc")->type_name("SETTING");
  apply_verb
      .add_option("--confirm", typed.wanted.confirm_within, "take it back after SECONDS, unless rocectl confirm comes")
      ->type_name("SECONDS")
      ->check(CLI::Range(1U, longest_trial));
  add_undo_verbs(app, typed);
  add_verb(app, typed, "watch", "drift and repairs as they happen", [&] { return watch(typed.common); });
  add_history(app, typed);
  add_wait(app, typed);
  add_profile_verbs(app, typed);
  add_verb(app, typed, "compare", "how the reports of several nodes differ",
           [&] { return compare(typed.common, typed.files); })
      .add_option("files", typed.files, "what rocectl check --json or status --json printed there")
      ->type_name("FILE")
      ->required();
  add_verb(app, typed, "explain", "what a setting is, where it lives, what changing it disturbs",
           [&] { return explain(typed.common, typed.setting); })
      .add_option("setting", typed.setting, "its dotted name: dcb.pfc (default: lists all)")
      ->type_name("SETTING");
}

/// What was typed wrong, and what to type.
int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
  const auto* at = &app;
  std::string typed = app.get_name();
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    typed += " " + at->get_name();
  }
  auto help = typed + " --help says more";
  std::vector<std::string> names;
  for (const auto* each : at->get_subcommands([](const CLI::App*) { return true; })) names.push_back(each->get_name());
  auto rest = app.remaining(true);
  auto word = std::find_if(rest.begin(), rest.end(), [](const auto& each) { return !each.starts_with('-'); });
  if (!names.empty() && word != rest.end()) {
    std::vector<std::string_view> candidates{names.begin(), names.end()};
    auto guess = profile::did_you_mean(*word, candidates);
    return refuse(fmt::format("there is no verb '{}'{} {}", *word, guess.empty() ? ";" : guess, help));
  }
  if (!rest.empty()) return refuse(fmt::format("'{}' isn't expected here; {}", rest.front(), help));
  if (!names.empty()) return refuse(fmt::format("no verb was given: {}; {}", fmt::join(names, ", "), help));
  return refuse(fmt::format("{}; {}", error.what(), help));
}

}  // namespace

int main(int argc, char** argv) try {
  hold_standard_streams();
  CLI::App app{"how this node's RDMA network stands, and what brings it to its profile", "rocectl"};
  Typed typed;
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "print this");
  app.set_version_flag("--version", std::string{"rocectl "} + ROCED_VERSION, "print the version");
  app.footer("Exit codes: 0 in sync or done, 2 something isn't, 1 no answer.\nrocectl(1) says more.");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->column_width(help_column);
  add_common(app, typed);
  add_verbs(app, typed);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error);
  }
  typed.common.legend = !typed.no_legend;
  int code = typed.verb();
  return flush() ? code : no_answer;
} catch (const std::exception& error) {
  return refuse(fmt::format("{}", error.what()));
}
