#include "agent/bus/connection.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "agent/bus/names.hpp"
#include "agent/bus/objects.hpp"
#include "agent/journal.hpp"
#include "kernel/error.hpp"

namespace roced::agent::bus {
namespace {

using converge::NicReport;
using converge::Report;
using converge::SettingReport;
using settings::State;

constexpr std::chrono::seconds tried_again{5};

bool same(const std::vector<SettingReport>& a, const std::vector<SettingReport>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SettingReport& x, const SettingReport& y) {
    return x.name == y.name && x.desired == y.desired && x.actual == y.actual && x.state == y.state &&
           x.cause == y.cause;
  });
}

bool same_since(const std::vector<SettingReport>& a, const std::vector<SettingReport>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SettingReport& x, const SettingReport& y) {
    return x.name == y.name && x.since == y.since;
  });
}

const NicReport* find(const Report& report, const std::string& name) {
  auto found =
      std::find_if(report.nics.begin(), report.nics.end(), [&](const NicReport& nic) { return nic.name == name; });
  return found == report.nics.end() ? nullptr : &*found;
}

/// The names of what changed, as sd_bus_emit_properties_changed_strv wants them.
class Changed {
 public:
  void add(bool differs, const char* property) {
    if (differs) names_.push_back(const_cast<char*>(property));  // sd-bus reads only
  }
  void emit(sd_bus* bus, const char* path, const char* interface) {
    if (names_.empty()) return;
    names_.push_back(nullptr);
    sd_bus_emit_properties_changed_strv(bus, path, interface, names_.data());
  }

 private:
  std::vector<char*> names_;
};

}  // namespace

void Connection::open(sd_event* event) {
  event_ = event;
  again_ = std::make_unique<Timer>(event, [this] { connect(); });
  connect();
}

void Connection::connect() {
  bus_.reset();
  auto why = take_place();
  if (why.empty() && std::exchange(missed_, false)) journal::info("on the system bus again");
  if (why.empty()) return;
  bus_.reset();
  if (!std::exchange(missed_, true)) journal::error(why + "; going on without D-Bus, which is tried again");
  again_->start(tried_again);
}

int Connection::gone(sd_bus_message* /*message*/, void* self, sd_bus_error* /*error*/) noexcept {
  auto& us = *static_cast<Connection*>(self);
  if (!std::exchange(us.missed_, true)) journal::error("the system bus has gone away; going on without it");
  us.again_->start(std::chrono::microseconds{0});  // not here: the bus that calls would be closed
  return 0;
}

std::string Connection::take_place() {
  auto step = [](const char* what, int result) {
    return result < 0 ? fmt::format("{}: {}", what, kernel::errno_text(-result)) : std::string{};
  };
  sd_bus* raw = nullptr;
  if (auto why = step("connect to the system bus", sd_bus_open_system(&raw)); !why.empty()) return why;
  bus_.reset(raw);
  void* host = &host_;
  int added = sd_bus_add_object_manager(raw, nullptr, manager_path);
  if (added >= 0)
    added = sd_bus_add_object_vtable(raw, nullptr, manager_path, manager_interface, manager_vtable(), host);
  if (added >= 0)
    added = sd_bus_add_fallback_vtable(raw, nullptr, nic_prefix, nic_interface, nic_vtable(), find_nic, host);
  if (added >= 0) added = sd_bus_add_node_enumerator(raw, nullptr, nic_prefix, enumerate_nics, host);
  if (added >= 0)
    added = sd_bus_match_signal(raw, nullptr, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local",
                                "org.freedesktop.DBus.Local", "Disconnected", gone, this);
  if (added >= 0) added = sd_bus_attach_event(raw, event_, SD_EVENT_PRIORITY_NORMAL);
  if (auto why = step("offer objects on the bus", added); !why.empty()) return why;
  return step("take the name org.roced.Node1 (the D-Bus policy org.roced.Node1.conf allows root to)",
              sd_bus_request_name(raw, service_name, 0));
}

void Connection::tell(const std::vector<converge::Outcome>& outcomes, const Report& before, bool repaired) {
  if (!bus_) return;
  for (const auto& outcome : outcomes) {
    auto subject = outcome.setting->subject().name();
    std::string name{outcome.setting->row().name}, desired = to_text(outcome.setting->desired());
    if (outcome.detected)
      sd_bus_emit_signal(bus_.get(), manager_path, manager_interface, "DriftDetected", "sssss", subject.c_str(),
                         name.c_str(), desired.c_str(), outcome.was.c_str(),
                         converge::cause_with_who(outcome.cause, outcome.who).c_str());
    if (outcome.repaired)
      sd_bus_emit_signal(bus_.get(), manager_path, manager_interface, "DriftRepaired", "ssst", subject.c_str(),
                         name.c_str(), desired.c_str(), static_cast<uint64_t>(outcome.latency.count()));
  }
  const auto& now = host_.report();
  Changed changed;
  changed.add(now.state() != before.state(), "State");
  changed.add(now.mode != before.mode, "Mode");
  changed.add(now.profile_path != before.profile_path, "ProfilePath");
  changed.add(now.profile_digest != before.profile_digest, "ProfileDigest");
  changed.add(now.count(State::drifted) != before.count(State::drifted), "Drifted");
  changed.add(now.count(State::held) != before.count(State::held), "Held");
  changed.add(now.count(State::failed) != before.count(State::failed), "Failed");
  changed.add(repaired, "LastRepairUSec");
  changed.add(!same(now.node, before.node), "Settings");
  changed.add(!same_since(now.node, before.node), "SettingsSince");
  auto paused = host_.paused_until_usec(), deadline = host_.confirm_deadline_usec();
  changed.add(std::exchange(paused_, paused) != paused, "PausedUntilUSec");
  changed.add(std::exchange(deadline_, deadline) != deadline, "ConfirmDeadlineUSec");
  changed.emit(bus_.get(), manager_path, manager_interface);
  tell_nics(before);
}

void Connection::tell_nics(const Report& before) {
  const auto& now = host_.report();
  for (const auto& nic : before.nics)
    if (find(now, nic.name) == nullptr)
      sd_bus_emit_interfaces_removed(bus_.get(), nic_path(nic.name).c_str(), nic_interface, nullptr);
  for (const auto& nic : now.nics) {
    auto path = nic_path(nic.name);
    const auto* old = find(before, nic.name);
    if (old == nullptr) {
      sd_bus_emit_object_added(bus_.get(), path.c_str());
      continue;
    }
    Changed changed;
    changed.add(nic.group != old->group, "Group");
    changed.add(nic.pci != old->pci, "PciAddress");
    changed.add(nic.driver != old->driver, "Driver");
    changed.add(nic.rdma_device != old->rdma_device, "RdmaDevice");
    changed.add(nic.link_layer != old->link_layer, "LinkLayer");
    changed.add(nic.state() != old->state(), "State");
    changed.add(!same(nic.settings, old->settings), "Settings");
    changed.add(!same_since(nic.settings, old->settings), "SettingsSince");
    changed.emit(bus_.get(), path.c_str(), nic_interface);
  }
}

}  // namespace roced::agent::bus
