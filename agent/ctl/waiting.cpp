#include "agent/ctl/waiting.hpp"

#include <cerrno>
#include <string_view>

#include "agent/bus/names.hpp"
#include "kernel/error.hpp"
#include "report/json.hpp"

namespace roced::ctl {
namespace {

using namespace agent::bus;

constexpr const char* change_rule =
    "type='signal',sender='org.roced.Node1',path_namespace='/org/roced/Node1',"
    "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'";
/// roced may be busy with a NIC that takes its time; that it dies is told by the bus.
constexpr std::uint64_t as_long_as_it_takes = UINT64_MAX;

Waiting& waiting(void* self) { return *static_cast<Waiting*>(self); }

sd_event* new_event() {
  sd_event* event = nullptr;
  sd_event_new(&event);
  return event;
}

}  // namespace

Waiting::Waiting(Client& client, Terms terms) : bus_{client.bus()}, terms_{terms}, event_{new_event()} {
  if (terms_.timeout) {
    timer_ = std::make_unique<agent::Timer>(event_.get(), [this] { end(End::time_over); });
    timer_->start(*terms_.timeout);
  }
}

Waiting::End Waiting::run() {
  int code = subscribe();
  if (code >= 0) {
    ask();
    code = sd_event_loop(event_.get());
  }
  // The loop also ends where the bus goes away (sd_bus_set_exit_on_disconnect), with a code of its own.
  if (code != 0)
    why_ = code < 0 ? "the bus gives no signals: " + kernel::errno_text(-code) : "the system bus has gone away";
  return code == 0 ? end_ : End::refused;
}

int Waiting::subscribe() {
  sd_bus_slot *changes = nullptr, *owner = nullptr;
  // Nothing here waits for an answer, so that the time is over when it is over.
  int added = sd_bus_add_match_async(bus_, &changes, change_rule, on_change, nullptr, this);
  changes_.reset(changes);
  if (added >= 0) added = sd_bus_add_match_async(bus_, &owner, owner_rule, on_owner, nullptr, this);
  owner_.reset(owner);
  if (added >= 0) added = sd_bus_set_exit_on_disconnect(bus_, 1);
  return added < 0 ? added : sd_bus_attach_event(bus_, event_.get(), SD_EVENT_PRIORITY_NORMAL);
}

void Waiting::ask() {
  stale_ = asked_;
  if (asked_) return;
  sd_bus_message* raw = nullptr;
  int made = sd_bus_message_new_method_call(bus_, &raw, service_name, manager_path, manager_interface, "Describe");
  agent::BusMessage question{raw};
  sd_bus_slot* slot = nullptr;
  if (made >= 0) made = sd_bus_call_async(bus_, &slot, raw, on_report, this, as_long_as_it_takes);
  question_.reset(slot);
  asked_ = made >= 0;
  if (asked_) return;
  why_ = "roced can't be asked over the system bus: " + kernel::errno_text(-made);
  end(End::refused);
}

void Waiting::hear(sd_bus_message* reply) {
  asked_ = false;
  if (const auto* error = sd_bus_message_get_error(reply)) {
    auto is = [&](const char* name) { return std::string_view{error->name} == name; };
    report_.reset();
    if (is(SD_BUS_ERROR_SERVICE_UNKNOWN) || is(SD_BUS_ERROR_NAME_HAS_NO_OWNER)) {
      is_not_there();
    } else if (!is(SD_BUS_ERROR_NO_REPLY)) {  // it has died meanwhile, which NameOwnerChanged tells
      why_ = error->message != nullptr ? error->message : error->name;
      return end(End::refused);
    }
  } else {
    const char* json = nullptr;
    if (sd_bus_message_read(reply, "s", &json) >= 0) report_ = report::from_json(json);
    running_ = true;
    if (json == nullptr || !report_) {
      why_ = "roced's report can't be read; rocectl --version and roced --version say whether they fit";
      return end(End::refused);
    }
    if (report_->state() == settings::State::in_sync) return end(End::in_sync);
    if (terms_.unless_observed && report_->mode == "observe") return end(End::observes);
  }
  if (stale_) ask();
}

void Waiting::is_not_there() {
  running_ = false;
  if (!terms_.unless_not_started) {
    if (!told_) say("roced isn't running (org.roced.Node1 isn't on the bus); waiting for it to come");
    told_ = true;
    return;
  }
  sd_bus_slot* slot = nullptr;
  sd_bus_call_method_async(bus_, &slot, "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
                           "org.freedesktop.systemd1.Manager", "ListUnitsByNames", on_unit, this, "as", 1,
                           "roced.service");
  unit_.reset(slot);
}

void Waiting::end(End how) {
  end_ = how;
  sd_event_exit(event_.get(), 0);
}

int Waiting::on_change(sd_bus_message* /*signal*/, void* self, sd_bus_error* /*error*/) noexcept {
  waiting(self).ask();
  return 0;
}

int Waiting::on_owner(sd_bus_message* signal, void* self, sd_bus_error* /*error*/) noexcept {
  const char *name = nullptr, *before = nullptr, *after = nullptr;
  if (sd_bus_message_read(signal, "sss", &name, &before, &after) < 0) return 0;
  waiting(self).running_ = *after != '\0';
  // Also where it has left: then the answer is that it isn't there.
  waiting(self).ask();
  return 0;
}

int Waiting::on_report(sd_bus_message* reply, void* self, sd_bus_error* /*error*/) noexcept {
  waiting(self).hear(reply);
  return 0;
}

int Waiting::on_unit(sd_bus_message* reply, void* self, sd_bus_error* /*error*/) noexcept {
  const char *name = nullptr, *about = nullptr, *load = nullptr, *active = nullptr, *sub = nullptr,
             *following = nullptr, *path = nullptr, *job = nullptr, *job_path = nullptr;
  std::uint32_t job_id = 0;
  // Where there is no systemd, nothing is known of who may start roced.
  if (sd_bus_message_is_method_error(reply, nullptr) > 0) return 0;
  if (sd_bus_message_enter_container(reply, 'a', "(ssssssouso)") < 0) return 0;
  if (sd_bus_message_read(reply, "(ssssssouso)", &name, &about, &load, &active, &sub, &following, &path, &job_id, &job,
                          &job_path) <= 0)
    return 0;
  std::string_view state{active};
  bool waits = state == "inactive" || state == "failed";
  if (waits && job_id == 0 && !waiting(self).running_) waiting(self).end(End::not_started);
  return 0;
}

}  // namespace roced::ctl
