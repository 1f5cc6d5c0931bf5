#include <cstdlib>
#include <cstring>
#include <memory>

#include "agent/bus/append.hpp"
#include "agent/bus/names.hpp"
#include "agent/bus/objects.hpp"

namespace roced::agent::bus {
namespace {

using converge::NicReport;

const NicReport& nic(void* userdata) { return *static_cast<const NicReport*>(userdata); }

int get_text(sd_bus_message* reply, const std::string& text) { return sd_bus_message_append(reply, "s", text.c_str()); }

template <std::string NicReport::*member>
int get(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
        sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return get_text(reply, nic(userdata).*member);
}

int get_state(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
              sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return get_text(reply, std::string{to_text(nic(userdata).state())});
}

int get_settings(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
                 sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return append_settings(reply, nic(userdata).settings);
}

int get_since(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* /*property*/,
              sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  return append_since(reply, nic(userdata).settings);
}

constexpr auto changes = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE;

const sd_bus_vtable vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Name", "s", get<&NicReport::name>, 0, changes),
    SD_BUS_PROPERTY("Group", "s", get<&NicReport::group>, 0, changes),
    SD_BUS_PROPERTY("PciAddress", "s", get<&NicReport::pci>, 0, changes),
    SD_BUS_PROPERTY("Driver", "s", get<&NicReport::driver>, 0, changes),
    SD_BUS_PROPERTY("RdmaDevice", "s", get<&NicReport::rdma_device>, 0, changes),
    SD_BUS_PROPERTY("LinkLayer", "s", get<&NicReport::link_layer>, 0, changes),
    SD_BUS_PROPERTY("State", "s", get_state, 0, changes),
    SD_BUS_PROPERTY("Settings", "a(sssss)", get_settings, 0, changes),
    SD_BUS_PROPERTY("SettingsSince", "a(st)", get_since, 0, changes),
    SD_BUS_VTABLE_END,
};

}  // namespace

const sd_bus_vtable* nic_vtable() { return vtable; }

std::string nic_path(const std::string& name) {
  char* raw = nullptr;
  if (sd_bus_path_encode(nic_prefix, name.c_str(), &raw) < 0) return {};
  std::unique_ptr<char, decltype(&std::free)> path{raw, std::free};
  return path.get();
}

int find_nic(sd_bus* /*bus*/, const char* path, const char* /*interface*/, void* host, void** found,
             sd_bus_error* /*error*/) noexcept {
  for (const auto& each : static_cast<Host*>(host)->report().nics)
    if (nic_path(each.name) == path) {
      *found = const_cast<NicReport*>(&each);  // sd-bus hands it back as void*; nobody writes it
      return 1;
    }
  return 0;
}

int enumerate_nics(sd_bus* /*bus*/, const char* /*prefix*/, void* host, char*** paths,
                   sd_bus_error* /*error*/) noexcept {
  const auto& nics = static_cast<Host*>(host)->report().nics;
  // sd-bus frees the list and each path with free(3).
  auto** list = static_cast<char**>(std::calloc(nics.size() + 1, sizeof(char*)));
  if (list == nullptr) return -ENOMEM;
  for (std::size_t i = 0; i < nics.size(); ++i) list[i] = strdup(nic_path(nics[i].name).c_str());
  *paths = list;
  return 0;
}

}  // namespace roced::agent::bus
