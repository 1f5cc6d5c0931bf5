#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "converge/report.hpp"
#include "profile/profile.hpp"
#include "report/style.hpp"

namespace roced::ctl {

/// A thing that was asked for, or the sentence that says why there is none and what to do.
template <typename T>
using Answer = tl::expected<T, std::string>;

enum ExitCode { all_well = 0, no_answer = 1, not_in_sync = 2 };

/// Holds file descriptors 0 to 2, so that a socket never becomes somebody's standard output.
void hold_standard_streams();

/// For the standard output as it is: colour on a terminal only, NO_COLOR and TERM=dumb honoured, as wide as COLUMNS or
/// the terminal says, else 80.
report::Style style(bool legend);

/// To standard output. What can't be written is found by flush().
void print(std::string_view text);
/// False, and said on standard error, where something printed couldn't be written.
bool flush();

/// "rocectl: TEXT" on standard error.
void say(std::string_view text);
/// The same; the exit code of a verb that can't answer.
int refuse(std::string_view text);

/// A diagnostic as people read it: its line, the advice below.
std::string to_text(const profile::Diagnostic& diagnostic);

/// A merged profile as one line of JSON, with the file and line of each value.
std::string to_json(const profile::Profile& profile);

/// 0 or 2.
int exit_code(settings::State state);
/// The worst that counts among them.
settings::State worst(const std::vector<converge::SettingReport>& settings);

}  // namespace roced::ctl
