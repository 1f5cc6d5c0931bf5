#include <csignal>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/bus/names.hpp"
#include "agent/ctl/client.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "kernel/error.hpp"
#include "report/json.hpp"

namespace roced::ctl {
namespace {

using namespace agent::bus;
using nlohmann::ordered_json;
using settings::State;

/// Where a line goes, and how it looks.
struct Watch {
  bool json = false;
  report::Style style;
  sd_event* event = nullptr;

  void tell(const std::string& text, ordered_json fields) const {
    auto now = std::chrono::system_clock::now();
    if (json) {
      fields["time"] = report::rfc3339(now);
      print(fields.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
    } else {
      print(fmt::format("{:%b %d %H:%M:%S} {}\n", fmt::localtime(std::chrono::system_clock::to_time_t(now)), text));
    }
    if (!flush()) sd_event_exit(event, no_answer);
  }
};

const Watch& watch_of(void* userdata) { return *static_cast<const Watch*>(userdata); }

int on_drift(sd_bus_message* signal, void* userdata, sd_bus_error* /*error*/) noexcept {
  const char *subject = nullptr, *setting = nullptr, *desired = nullptr, *actual = nullptr, *cause = nullptr;
  if (sd_bus_message_read(signal, "sssss", &subject, &setting, &desired, &actual, &cause) < 0) return 0;
  const auto& watch = watch_of(userdata);
  auto why = *cause == '\0' ? std::string{} : fmt::format(": {}", cause);
  watch.tell(fmt::format("{}: {} {} to {}, want {}{}", subject, setting,
                         report::painted("drifted", State::drifted, watch.style), actual, desired, why),
             {{"event", "drifted"},
              {"subject", subject},
              {"setting", setting},
              {"desired", desired},
              {"actual", actual},
              {"cause", cause}});
  return 0;
}

int on_repaired(sd_bus_message* signal, void* userdata, sd_bus_error* /*error*/) noexcept {
  auto repair = read_repair(signal);
  if (!repair) return 0;
  const auto& watch = watch_of(userdata);
  watch.tell(fmt::format("{}: {} {} to {} in {}", repair->subject, repair->setting,
                         report::painted("repaired", State::in_sync, watch.style), repair->value,
                         report::spoken(repair->latency)),
             {{"event", "repaired"},
              {"subject", repair->subject},
              {"setting", repair->setting},
              {"value", repair->value},
              {"latency_usec", repair->latency.count()}});
  return 0;
}

int on_owner_changed(sd_bus_message* signal, void* /*userdata*/, sd_bus_error* /*error*/) noexcept {
  const char *name = nullptr, *before = nullptr, *after = nullptr;
  if (sd_bus_message_read(signal, "sss", &name, &before, &after) < 0) return 0;
  if (*after == '\0')
    say("roced has left the bus; waiting for it to come back");
  else if (*before == '\0')
    say("roced is on the bus");
  return 0;
}

int on_disconnected(sd_bus_message* /*signal*/, void* userdata, sd_bus_error* /*error*/) noexcept {
  say("the system bus has gone away");
  return sd_event_exit(watch_of(userdata).event, no_answer);
}

int subscribe(sd_bus* bus, Watch& watch) {
  int added = sd_bus_match_signal(bus, nullptr, service_name, manager_path, manager_interface, "DriftDetected",
                                  on_drift, &watch);
  if (added >= 0)
    added = sd_bus_match_signal(bus, nullptr, service_name, manager_path, manager_interface, "DriftRepaired",
                                on_repaired, &watch);
  if (added >= 0) added = sd_bus_add_match(bus, nullptr, owner_rule, on_owner_changed, &watch);
  if (added >= 0)
    added = sd_bus_match_signal(bus, nullptr, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local",
                                "org.freedesktop.DBus.Local", "Disconnected", on_disconnected, &watch);
  return added < 0 ? added : sd_bus_attach_event(bus, watch.event, SD_EVENT_PRIORITY_NORMAL);
}

/// A signal ends the loop with 0.
agent::Event loop() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int each : {SIGINT, SIGTERM}) sigaddset(&signals, each);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  sd_event* event = nullptr;
  sd_event_new(&event);
  for (int each : {SIGINT, SIGTERM}) sd_event_add_signal(event, nullptr, each, nullptr, nullptr);
  return agent::Event{event};
}

}  // namespace

int watch(const Common& common) {
  auto event = loop();
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  Watch watch{.json = common.json, .style = style(common.legend), .event = event.get()};
  if (int subscribed = subscribe(client->bus(), watch); subscribed < 0)
    return refuse("the bus gives no signals: " + kernel::errno_text(-subscribed));
  if (sd_bus_get_name_creds(client->bus(), service_name, 0, nullptr) < 0)
    say("roced isn't running (org.roced.Node1 isn't on the bus); waiting for it to come");
  int ended = sd_event_loop(event.get());
  return ended < 0 ? refuse("watching ended: " + kernel::errno_text(-ended)) : ended;
}

}  // namespace roced::ctl
