#pragma once

#include <functional>

#include <systemd/sd-bus.h>

namespace roced::agent::bus {

/// Runs `allowed` with the call if its sender may do `action`: root at once, others when polkit says yes. A refusal, or
/// a polkit that isn't there, is answered with AccessDenied. Returns what a method handler shall return.
int authorize(sd_bus_message* call, const char* action, std::function<int(sd_bus_message*)> allowed);

}  // namespace roced::agent::bus
