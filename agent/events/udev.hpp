#pragma once

#include <functional>
#include <memory>

#include <systemd/sd-device.h>

#include "agent/handles.hpp"

namespace roced::agent {

/// What udev says once it is done with a network interface or an RDMA device that came, went or was renamed.
class UdevSource {
 public:
  UdevSource(sd_event* event, std::function<void()> callback);

  /// Whether udev has a netdev still in its hands: it may yet rename it or set its MTU. False where there is no udev.
  static bool is_busy_with(int ifindex);

 private:
  static int told(sd_device_monitor* monitor, sd_device* device, void* self) noexcept;

  std::function<void()> callback_;
  std::unique_ptr<sd_device_monitor, Releaser<sd_device_monitor_unref>> monitor_;
};

}  // namespace roced::agent
