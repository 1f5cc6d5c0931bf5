#pragma once

#include <systemd/sd-bus.h>

#include "agent/bus/host.hpp"

namespace roced::agent::bus {

/// org.roced.Node1.Manager; its userdata is the Host.
const sd_bus_vtable* manager_vtable();

/// org.roced.Node1.Nic; its userdata is the converge::NicReport that find_nic found.
const sd_bus_vtable* nic_vtable();
int find_nic(sd_bus* bus, const char* path, const char* interface, void* host, void** found,
             sd_bus_error* error) noexcept;
int enumerate_nics(sd_bus* bus, const char* prefix, void* host, char*** paths, sd_bus_error* error) noexcept;

/// The object path of a NIC.
std::string nic_path(const std::string& name);

}  // namespace roced::agent::bus
