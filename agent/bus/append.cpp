#include "agent/bus/append.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace roced::agent::bus {

int append_settings(sd_bus_message* message, const std::vector<converge::SettingReport>& settings) {
  if (int opened = sd_bus_message_open_container(message, 'a', "(sssss)"); opened < 0) return opened;
  for (const auto& setting : settings) {
    std::string state{to_text(setting.state)};
    int added = sd_bus_message_append(message, "(sssss)", setting.name.c_str(), setting.desired.c_str(),
                                      setting.actual.c_str(), state.c_str(), setting.cause.c_str());
    if (added < 0) return added;
  }
  return sd_bus_message_close_container(message);
}

int append_since(sd_bus_message* message, const std::vector<converge::SettingReport>& settings) {
  if (int opened = sd_bus_message_open_container(message, 'a', "(st)"); opened < 0) return opened;
  for (const auto& setting : settings) {
    auto usec = std::chrono::duration_cast<std::chrono::microseconds>(setting.since.time_since_epoch()).count();
    if (int added = sd_bus_message_append(message, "(st)", setting.name.c_str(), static_cast<std::uint64_t>(usec));
        added < 0)
      return added;
  }
  return sd_bus_message_close_container(message);
}

}  // namespace roced::agent::bus
