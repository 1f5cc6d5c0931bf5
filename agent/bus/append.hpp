#pragma once

#include <vector>

#include <systemd/sd-bus.h>

#include "converge/report.hpp"

namespace roced::agent::bus {

/// a(sssss): name, desired, actual, state, cause
int append_settings(sd_bus_message* message, const std::vector<converge::SettingReport>& settings);
/// a(st): name, and when it came into its state, CLOCK_REALTIME in microseconds
int append_since(sd_bus_message* message, const std::vector<converge::SettingReport>& settings);

}  // namespace roced::agent::bus
