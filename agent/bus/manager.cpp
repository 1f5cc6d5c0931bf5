#include <string>

#include <fmt/format.h>

#include "agent/bus/append.hpp"
#include "agent/bus/authority.hpp"
#include "agent/bus/names.hpp"
#include "agent/bus/objects.hpp"
#include "agent/handles.hpp"
#include "report/json.hpp"

namespace roced::agent::bus {
namespace {

using converge::Ask;
using settings::State;

Host& host(void* userdata) { return *static_cast<Host*>(userdata); }

constexpr std::uint64_t longest_usec = 7ULL * 24 * 3600 * 1'000'000;

int answer(sd_bus_message* call, const std::optional<Refusal>& refusal) {
  if (refusal) return sd_bus_reply_method_errorf(call, refusal->name, "%s", refusal->text.c_str());
  return sd_bus_reply_method_return(call, "");
}

/// A property whose value `Read` takes from the host.
template <auto read>
int get(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
        sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  auto value = read(host(userdata));
  if constexpr (std::is_same_v<decltype(value), std::string>)
    return sd_bus_message_append(reply, "s", value.c_str());
  else if constexpr (sizeof(value) == sizeof(std::uint32_t))
    return sd_bus_message_append(reply, "u", value);
  else
    return sd_bus_message_append(reply, "t", value);
}

std::string version(Host& /*host*/) { return ROCED_VERSION; }
std::string state(Host& host) { return std::string{to_text(host.report().state())}; }
std::string mode(Host& host) { return host.report().mode; }
std::string profile_path(Host& host) { return host.report().profile_path; }
std::string profile_digest(Host& host) { return host.report().profile_digest; }
std::uint64_t last_check(Host& host) { return host.last_check_usec(); }
std::uint64_t last_repair(Host& host) { return host.last_repair_usec(); }
std::uint64_t paused_until(Host& host) { return host.paused_until_usec(); }
std::uint64_t confirm_deadline(Host& host) { return host.confirm_deadline_usec(); }

template <State counted>
std::uint32_t count(Host& host) {
  return static_cast<std::uint32_t>(host.report().count(counted));
}

int get_settings(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
                 sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return append_settings(reply, host(userdata).report().node);
}

int get_since(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
              sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return append_since(reply, host(userdata).report().node);
}

int list_nics(sd_bus_message* call, void* userdata, sd_bus_error* /*error*/) noexcept {
  sd_bus_message* raw = nullptr;
  if (int made = sd_bus_message_new_method_return(call, &raw); made < 0) return made;
  BusMessage reply{raw};
  if (int opened = sd_bus_message_open_container(raw, 'a', "(so)"); opened < 0) return opened;
  for (const auto& nic : host(userdata).report().nics)
    if (int added = sd_bus_message_append(raw, "(so)", nic.name.c_str(), nic_path(nic.name).c_str()); added < 0)
      return added;
  if (int closed = sd_bus_message_close_container(raw); closed < 0) return closed;
  return sd_bus_send(nullptr, raw, nullptr);
}

int describe(sd_bus_message* call, void* userdata, sd_bus_error* /*error*/) noexcept {
  return sd_bus_reply_method_return(call, "s", report::to_json(host(userdata).report()).c_str());
}

int check(sd_bus_message* call, void* userdata, sd_bus_error* error) noexcept {
  host(userdata).check();
  return describe(call, userdata, error);
}

/// Reads a{sv} options; a negative errno with `error` set where they aren't right.
int read_options(sd_bus_message* call, Ask& ask, std::chrono::microseconds& confirm_within, sd_bus_error* error) {
  if (int entered = sd_bus_message_enter_container(call, 'a', "{sv}"); entered < 0) return entered;
  int entry = 0;
  while ((entry = sd_bus_message_enter_container(call, 'e', "sv")) > 0) {
    const char* key = nullptr;
    if (int read = sd_bus_message_read(call, "s", &key); read < 0) return read;
    std::string_view option{key};
    int flag = 0, read = 0;
    const char* text = nullptr;
    if (option == "now") {
      read = sd_bus_message_read(call, "v", "b", &flag);
      ask.now = flag != 0;
    } else if (option == "nic" || option == "setting") {
      read = sd_bus_message_read(call, "v", "s", &text);
      if (read >= 0) (option == "nic" ? ask.subject : ask.setting) = text;
    } else if (option == "confirm-usec") {
      std::uint64_t usec = 0;
      read = sd_bus_message_read(call, "v", "t", &usec);
      if (read >= 0 && (usec == 0 || usec > longest_usec))
        return sd_bus_error_setf(error, SD_BUS_ERROR_INVALID_ARGS, "confirm-usec is more than 0 and at most a week");
      confirm_within = std::chrono::microseconds{usec};
    } else {
      return sd_bus_error_setf(error, error_not_supported,
                               "Apply doesn't know the option '%s': it takes now, nic, setting and confirm-usec", key);
    }
    if (read < 0) return sd_bus_error_setf(error, SD_BUS_ERROR_INVALID_ARGS, "the option '%s' has the wrong type", key);
    if (int left = sd_bus_message_exit_container(call); left < 0) return left;
  }
  return entry < 0 ? entry : sd_bus_message_exit_container(call);
}

int refuse_unknown(Host& us, const Ask& ask, sd_bus_error* error) {
  if (!us.has_profile())
    return sd_bus_error_setf(
        error, error_no_profile, "no profile is in force: %s",
        us.report().problems.empty() ? "none was read" : us.report().problems.front().text.c_str());
  if (!ask.subject.empty() && !us.has_subject(ask.subject))
    return sd_bus_error_setf(error, error_no_such_subject, "'%s' is no NIC that the profile names, nor 'node'",
                             ask.subject.c_str());
  if (!ask.setting.empty() && catalog::find(ask.setting) == nullptr)
    return sd_bus_error_setf(error, error_no_such_setting, "'%s' is no setting: rocectl explain lists them",
                             ask.setting.c_str());
  return 0;
}

/// a(ssssss): subject, name, desired, actual, state, cause, of what was asked for.
int reply_with_settings(sd_bus_message* call, const converge::Report& report, const Ask& ask) {
  sd_bus_message* raw = nullptr;
  if (int made = sd_bus_message_new_method_return(call, &raw); made < 0) return made;
  BusMessage reply{raw};
  if (int opened = sd_bus_message_open_container(raw, 'a', "(ssssss)"); opened < 0) return opened;
  auto add = [&](const std::string& subject, const std::vector<converge::SettingReport>& settings) {
    if (!ask.subject.empty() && ask.subject != subject) return;
    for (const auto& setting : settings)
      if (ask.setting.empty() || ask.setting == setting.name)
        sd_bus_message_append(raw, "(ssssss)", subject.c_str(), setting.name.c_str(), setting.desired.c_str(),
                              setting.actual.c_str(), std::string{to_text(setting.state)}.c_str(),
                              setting.cause.c_str());
  };
  add("node", report.node);
  for (const auto& nic : report.nics) add(nic.name, nic.settings);
  if (int closed = sd_bus_message_close_container(raw); closed < 0) return closed;
  return sd_bus_send(nullptr, raw, nullptr);
}

int apply(sd_bus_message* call, void* userdata, sd_bus_error* error) noexcept {
  Ask ask{.person = true};
  std::chrono::microseconds within{0};
  if (int read = read_options(call, ask, within, error); read < 0) return read;
  if (int refused = refuse_unknown(host(userdata), ask, error); refused < 0) return refused;
  return authorize(call, action_apply, [&us = host(userdata), ask, within](sd_bus_message* allowed) {
    if (auto refusal = us.apply(ask, within)) return answer(allowed, refusal);
    return reply_with_settings(allowed, us.report(), ask);
  });
}

/// A method without arguments that asks the host for one thing.
template <auto ask_for>
int ask_host(sd_bus_message* call, void* userdata, sd_bus_error* /*error*/) noexcept {
  return authorize(call, action_apply,
                   [&us = host(userdata)](sd_bus_message* allowed) { return answer(allowed, (us.*ask_for)()); });
}

int pause(sd_bus_message* call, void* userdata, sd_bus_error* error) noexcept {
  std::uint64_t usec = 0;
  if (int read = sd_bus_message_read(call, "t", &usec); read < 0) return read;
  if (usec > longest_usec)
    return sd_bus_error_setf(error, SD_BUS_ERROR_INVALID_ARGS, "a pause is at most a week, or 0: until Resume");
  return authorize(call, action_apply, [&us = host(userdata), usec](sd_bus_message* allowed) {
    return answer(allowed, us.pause(std::chrono::microseconds{usec}));
  });
}

int reload(sd_bus_message* call, void* userdata, sd_bus_error* /*error*/) noexcept {
  return authorize(call, action_reload, [&us = host(userdata)](sd_bus_message* allowed) {
    if (auto wrong = us.reload())
      return sd_bus_reply_method_errorf(allowed, error_invalid_profile, "%s", wrong->c_str());
    return sd_bus_reply_method_return(allowed, "");
  });
}

constexpr auto changes = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE;
constexpr auto anybody = SD_BUS_VTABLE_UNPRIVILEGED;  // the handlers themselves ask who may

const sd_bus_vtable vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Version", "s", get<version>, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("State", "s", get<state>, 0, changes),
    SD_BUS_PROPERTY("Mode", "s", get<mode>, 0, changes),
    SD_BUS_PROPERTY("ProfilePath", "s", get<profile_path>, 0, changes),
    SD_BUS_PROPERTY("ProfileDigest", "s", get<profile_digest>, 0, changes),
    SD_BUS_PROPERTY("Drifted", "u", get<count<State::drifted>>, 0, changes),
    SD_BUS_PROPERTY("Held", "u", get<count<State::held>>, 0, changes),
    SD_BUS_PROPERTY("Failed", "u", get<count<State::failed>>, 0, changes),
    SD_BUS_PROPERTY("LastCheckUSec", "t", get<last_check>, 0, 0),  // would wake everybody at each check
    SD_BUS_PROPERTY("LastRepairUSec", "t", get<last_repair>, 0, changes),
    SD_BUS_PROPERTY("PausedUntilUSec", "t", get<paused_until>, 0, changes),
    SD_BUS_PROPERTY("ConfirmDeadlineUSec", "t", get<confirm_deadline>, 0, changes),
    SD_BUS_PROPERTY("Settings", "a(sssss)", get_settings, 0, changes),
    SD_BUS_PROPERTY("SettingsSince", "a(st)", get_since, 0, changes),
    SD_BUS_METHOD_WITH_ARGS("ListNics", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(so)", nics), list_nics, anybody),
    SD_BUS_METHOD_WITH_ARGS("Describe", SD_BUS_NO_ARGS, SD_BUS_RESULT("s", report), describe, anybody),
    SD_BUS_METHOD_WITH_ARGS("Check", SD_BUS_NO_ARGS, SD_BUS_RESULT("s", report), check, anybody),
    SD_BUS_METHOD_WITH_ARGS("Apply", SD_BUS_ARGS("a{sv}", options), SD_BUS_RESULT("a(ssssss)", settings), apply,
                            anybody),
    SD_BUS_METHOD_WITH_ARGS("Confirm", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, ask_host<&Host::confirm>, anybody),
    SD_BUS_METHOD_WITH_ARGS("Revert", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, ask_host<&Host::revert>, anybody),
    SD_BUS_METHOD_WITH_ARGS("Restore", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, ask_host<&Host::restore>, anybody),
    SD_BUS_METHOD_WITH_ARGS("Pause", SD_BUS_ARGS("t", usec), SD_BUS_NO_RESULT, pause, anybody),
    SD_BUS_METHOD_WITH_ARGS("Resume", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, ask_host<&Host::resume>, anybody),
    SD_BUS_METHOD_WITH_ARGS("Reload", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, reload, anybody),
    SD_BUS_SIGNAL_WITH_ARGS("DriftDetected",
                            SD_BUS_ARGS("s", subject, "s", setting, "s", desired, "s", actual, "s", cause), 0),
    SD_BUS_SIGNAL_WITH_ARGS("DriftRepaired", SD_BUS_ARGS("s", subject, "s", setting, "s", value, "t", latency_usec), 0),
    SD_BUS_VTABLE_END,
};

}  // namespace

const sd_bus_vtable* manager_vtable() { return vtable; }

}  // namespace roced::agent::bus
