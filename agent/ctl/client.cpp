#include "agent/ctl/client.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "agent/bus/names.hpp"
#include "kernel/error.hpp"

namespace roced::ctl {
namespace {

using namespace agent::bus;
using agent::BusMessage;

/// polkit may ask a person for a password meanwhile, and a NIC may take its time.
constexpr std::uint64_t apply_patience_usec = 300'000'000;
constexpr std::uint64_t usual_patience_usec = 30'000'000;

/// An error of a call, freed with it.
class CallError {
 public:
  CallError() = default;
  CallError(const CallError&) = delete;
  CallError& operator=(const CallError&) = delete;
  ~CallError() { sd_bus_error_free(&error_); }
  sd_bus_error* get() { return &error_; }

  std::string text() const {
    auto is = [&](const char* name) { return sd_bus_error_has_name(&error_, name) > 0; };
    if (is(SD_BUS_ERROR_SERVICE_UNKNOWN) || is(SD_BUS_ERROR_NAME_HAS_NO_OWNER))
      return "roced isn't running (org.roced.Node1 isn't on the bus); start it with systemctl start roced, or read the "
             "node now with rocectl check";
    if (is(SD_BUS_ERROR_NO_REPLY) || sd_bus_error_get_errno(&error_) == ETIMEDOUT)
      return "roced didn't answer; systemctl status roced says how it is";
    // sd-bus's own errors have a name of errno's and a message without it.
    bool own = error_.name == nullptr || std::string_view{error_.name}.starts_with("System.Error.");
    if (own || error_.message == nullptr)
      return "roced can't be asked over the system bus: " + kernel::errno_text(sd_bus_error_get_errno(&error_));
    return error_.message;
  }

 private:
  sd_bus_error error_{};
};

tl::unexpected<std::string> unreadable() {
  return tl::unexpected<std::string>{
      "roced's answer can't be read; is it of another version? rocectl --version and "
      "roced --version say"};
}

Answer<BusMessage> call(sd_bus* bus, sd_bus_message* question, std::uint64_t patience_usec) {
  CallError error;
  sd_bus_message* reply = nullptr;
  if (sd_bus_call(bus, question, patience_usec, error.get(), &reply) < 0) return tl::unexpected{error.text()};
  return BusMessage{reply};
}

BusMessage question(sd_bus* bus, const char* method) {
  sd_bus_message* raw = nullptr;
  sd_bus_message_new_method_call(bus, &raw, service_name, manager_path, manager_interface, method);
  return BusMessage{raw};
}

/// a{sv}
int append_options(sd_bus_message* message, const Wanted& wanted) {
  int added = sd_bus_message_open_container(message, 'a', "{sv}");
  if (added >= 0 && wanted.now) added = sd_bus_message_append(message, "{sv}", "now", "b", 1);
  for (const auto& [option, value] : {std::pair{"nic", &wanted.nic}, std::pair{"setting", &wanted.setting}})
    if (added >= 0 && !value->empty()) added = sd_bus_message_append(message, "{sv}", option, "s", value->c_str());
  constexpr std::uint64_t second = 1'000'000;
  if (added >= 0 && wanted.confirm_within > 0)
    added = sd_bus_message_append(message, "{sv}", "confirm-usec", "t", wanted.confirm_within * second);
  return added < 0 ? added : sd_bus_message_close_container(message);
}

int on_repaired(sd_bus_message* signal, void* repairs, sd_bus_error* /*error*/) noexcept {
  if (auto repair = read_repair(signal)) static_cast<std::vector<Repair>*>(repairs)->push_back(std::move(*repair));
  return 0;
}

BusMessage changing_question(sd_bus* bus, const char* method) {
  auto message = question(bus, method);
  sd_bus_message_set_allow_interactive_authorization(message.get(), 1);
  return message;
}

Answer<void> done(sd_bus* bus, const BusMessage& message) {
  if (auto reply = call(bus, message.get(), apply_patience_usec); !reply) return tl::unexpected{reply.error()};
  return {};
}

}  // namespace

std::string line_of(const Applied& setting, settings::State state, const report::Style& style) {
  auto line = fmt::format("{}: {}", setting.subject, setting.setting);
  if (!setting.actual.empty()) line += fmt::format(" is {}, want {}", setting.actual, setting.desired);
  line += ": " + report::painted(report::spoken(state), state, style);
  return setting.cause.empty() ? line + '\n' : line + ": " + setting.cause + '\n';
}

Answer<Repair> read_repair(sd_bus_message* signal) {
  const char *subject = nullptr, *setting = nullptr, *value = nullptr;
  std::uint64_t usec = 0;
  if (sd_bus_message_read(signal, "ssst", &subject, &setting, &value, &usec) < 0) return unreadable();
  return Repair{subject, setting, value, std::chrono::microseconds{usec}};
}

Answer<Client> Client::connect() {
  sd_bus* bus = nullptr;
  if (int opened = sd_bus_open_system(&bus); opened < 0)
    return tl::unexpected{fmt::format("the system bus can't be reached: {}; rocectl check reads the node without it",
                                      kernel::errno_text(-opened))};
  return Client{bus};
}

Answer<std::string> Client::describe() {
  auto message = question(bus(), "Describe");
  auto reply = call(bus(), message.get(), usual_patience_usec);
  if (!reply) return tl::unexpected{reply.error()};
  const char* report = nullptr;
  if (sd_bus_message_read(reply->get(), "s", &report) < 0) return unreadable();
  return report;
}

Answer<Client::Applying> Client::apply(const Wanted& wanted) {
  Applying applying;
  sd_bus_slot* slot = nullptr;
  sd_bus_match_signal(bus(), &slot, service_name, manager_path, manager_interface, "DriftRepaired", on_repaired,
                      &applying.repairs);
  agent::BusSlot listening{slot};
  auto message = changing_question(bus(), "Apply");
  if (append_options(message.get(), wanted) < 0) return tl::unexpected<std::string>{"the request can't be made"};
  auto reply = call(bus(), message.get(), apply_patience_usec);
  if (!reply) return tl::unexpected{reply.error()};
  // The signals of these repairs came before the reply.
  while (sd_bus_process(bus(), nullptr) > 0) {
  }
  if (sd_bus_message_enter_container(reply->get(), 'a', "(ssssss)") < 0) return unreadable();
  const char *subject = nullptr, *setting = nullptr, *desired = nullptr, *actual = nullptr, *state = nullptr,
             *cause = nullptr;
  while (sd_bus_message_read(reply->get(), "(ssssss)", &subject, &setting, &desired, &actual, &state, &cause) > 0)
    applying.settings.push_back({subject, setting, desired, actual, state, cause});
  return applying;
}

Answer<void> Client::ask(const char* method) { return done(bus(), changing_question(bus(), method)); }

Answer<void> Client::pause(std::chrono::seconds duration) {
  auto message = changing_question(bus(), "Pause");
  auto usec = static_cast<std::uint64_t>(std::chrono::microseconds{duration}.count());
  if (sd_bus_message_append(message.get(), "t", usec) < 0)
    return tl::unexpected<std::string>{"the request can't be made"};
  return done(bus(), message);
}

}  // namespace roced::ctl
