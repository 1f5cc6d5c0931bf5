#pragma once

/// The words between roced, which writes to the journal, and those who read it: roced(8) documents them.
namespace roced::history {

/// What an entry is about (units/roced.catalog explains each).
namespace message {
constexpr auto repaired = "3bb63ec5a6b0421a8a2e0c7c7b1d5f01";
constexpr auto stands =
    "3bb63ec5a6b0421a8a2e0c7c7b1d5f02";  ///< how a setting stands now; the next two say it of a state
constexpr auto failed = "3bb63ec5a6b0421a8a2e0c7c7b1d5f03";
constexpr auto held = "3bb63ec5a6b0421a8a2e0c7c7b1d5f04";
constexpr auto problem = "3bb63ec5a6b0421a8a2e0c7c7b1d5f05";
constexpr auto returned = "3bb63ec5a6b0421a8a2e0c7c7b1d5f06";
constexpr auto profile = "3bb63ec5a6b0421a8a2e0c7c7b1d5f07";
}  // namespace message

namespace field {
constexpr auto subject = "ROCED_SUBJECT";
constexpr auto setting = "ROCED_SETTING";
constexpr auto desired = "ROCED_DESIRED";
constexpr auto actual = "ROCED_ACTUAL";
constexpr auto was = "ROCED_WAS";
constexpr auto state = "ROCED_STATE";
constexpr auto cause = "ROCED_CAUSE";
constexpr auto who = "ROCED_WHO";
constexpr auto latency = "ROCED_LATENCY_USEC";
constexpr auto code = "ROCED_CODE";
constexpr auto profile = "ROCED_PROFILE";
constexpr auto digest = "ROCED_PROFILE_DIGEST";
constexpr auto mode = "ROCED_MODE";
// Of every entry; those that begin with _ are journald's own word, which no sender can forge.
constexpr auto message_id = "MESSAGE_ID";
constexpr auto text = "MESSAGE";
constexpr auto priority = "PRIORITY";
constexpr auto unit = "_SYSTEMD_UNIT";
constexpr auto host = "_HOSTNAME";
}  // namespace field

}  // namespace roced::history
