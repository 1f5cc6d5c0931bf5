#pragma once

#include <memory>

#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "kernel/handle.hpp"

namespace roced::agent {

using kernel::Releaser;

using Event = std::unique_ptr<sd_event, Releaser<sd_event_unref>>;
using EventSource = std::unique_ptr<sd_event_source, Releaser<sd_event_source_disable_unref>>;
using Bus = std::unique_ptr<sd_bus, Releaser<sd_bus_flush_close_unref>>;
using BusSlot = std::unique_ptr<sd_bus_slot, Releaser<sd_bus_slot_unref>>;
using BusMessage = std::unique_ptr<sd_bus_message, Releaser<sd_bus_message_unref>>;

}  // namespace roced::agent
