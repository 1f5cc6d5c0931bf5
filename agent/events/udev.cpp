#include "agent/events/udev.hpp"

#include <unistd.h>

namespace roced::agent {

UdevSource::UdevSource(sd_event* event, std::function<void()> callback) : callback_{std::move(callback)} {
  sd_device_monitor* monitor = nullptr;
  if (sd_device_monitor_new(&monitor) < 0) return;
  monitor_.reset(monitor);
  for (const char* subsystem : {"net", "infiniband"})
    sd_device_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nullptr);
  sd_device_monitor_attach_event(monitor, event);
  sd_device_monitor_start(monitor, told, this);
}

int UdevSource::told(sd_device_monitor* /*monitor*/, sd_device* device, void* self) noexcept {
  sd_device_action_t action = SD_DEVICE_CHANGE;
  // A "change" is somebody's udevadm trigger: nothing came or went.
  if (sd_device_get_action(device, &action) >= 0 && action != SD_DEVICE_CHANGE)
    static_cast<UdevSource*>(self)->callback_();
  return 0;
}

bool UdevSource::is_busy_with(int ifindex) {
  if (access("/run/udev/control", F_OK) != 0) return false;
  sd_device* found = nullptr;
  if (sd_device_new_from_ifindex(&found, ifindex) < 0) return false;
  std::unique_ptr<sd_device, Releaser<sd_device_unref>> device{found};
  return sd_device_get_is_initialized(found) == 0;
}

}  // namespace roced::agent
