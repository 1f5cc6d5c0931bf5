#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

using kernel::App;
using kernel::Dcbx;
using kernel::Result;

constexpr int dscps = 64;

bool same_place(const App& one, const App& other) {
  return one.selector == other.selector && one.protocol == other.protocol;
}

/// mlx5e_dcbnl_ieee_setapp(), else dcb_ieee_setapp(). 0 or an errno.
int add_app(DcbPort& port, const App& app) {
  if (port.mlx5_apps) {
    if (app.selector != App::dscp || app.protocol >= dscps) return EINVAL;
    std::erase_if(port.apps, [&](const App& each) { return same_place(each, app); });
  }
  if (std::find(port.apps.begin(), port.apps.end(), app) != port.apps.end()) return EEXIST;
  port.apps.push_back(app);
  return 0;
}

int remove_app(DcbPort& port, const App& app) {
  if (port.mlx5_apps && (app.selector != App::dscp || app.protocol >= dscps)) return EINVAL;
  return std::erase(port.apps, app) == 0 ? ENOENT : 0;
}

std::string ets_text(const kernel::Ets& ets) {
  return fmt::format("tsa {} bw {} prio_tc {}", fmt::join(ets.tsa, " "), fmt::join(ets.tx_bandwidth, " "),
                     fmt::join(ets.prio_tc, " "));
}

/// mlx5e_dcbnl_validate_ets() and what it reads back: 100 % for a class that isn't ETS.
int set_ets(DcbPort& port, const kernel::Ets& wanted) {
  if (!port.ets) return 0;
  unsigned sum = 0;
  bool shared = false;
  for (std::size_t each = 0; each < wanted.tsa.size(); ++each) {
    if (wanted.prio_tc.at(each) >= wanted.tsa.size()) return EINVAL;
    if (wanted.tsa.at(each) != kernel::Tsa::ets) continue;
    shared = true;
    sum += wanted.tx_bandwidth.at(each);
  }
  constexpr unsigned whole = 100;
  if (shared && sum != whole) return EINVAL;
  port.ets->prio_tc = wanted.prio_tc;
  port.ets->tsa = wanted.tsa;
  for (std::size_t each = 0; each < wanted.tsa.size(); ++each)
    port.ets->tx_bandwidth.at(each) = wanted.tsa.at(each) == kernel::Tsa::ets ? wanted.tx_bandwidth.at(each) : whole;
  return 0;
}

/// mlx5 counts in cells.
int set_buffer(DcbPort& port, const kernel::PortBuffer& wanted) {
  if (!port.buffer) return 0;
  constexpr std::uint32_t cell = 128;
  std::uint64_t sum = 0;
  for (auto size : wanted.size) sum += size;
  if (sum > port.buffer->total) return EINVAL;
  port.buffer->priority_buffer = wanted.priority_buffer;
  for (std::size_t each = 0; each < wanted.size.size(); ++each)
    port.buffer->size.at(each) = wanted.size.at(each) / cell * cell;
  return 0;
}

class FakeDcb final : public kernel::Dcb {
 public:
  explicit FakeDcb(State& state) : state_{state} {}

  Result<kernel::DcbState> get(const std::string& netdev) override {
    auto action = "read DCB of " + netdev;
    auto passed = state_.faults.pass({false, "dcb", netdev, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto port = find(netdev, action);
    if (!port) return tl::unexpected{port.error()};
    return **port;
  }

  Result<void> set(const std::string& netdev, const kernel::DcbChange& change) override {
    auto action = "set DCB of " + netdev;
    if (change.ets) {
      auto done =
          one(netdev, "ets", ets_text(*change.ets), action, [&](DcbPort& port) { return set_ets(port, *change.ets); });
      if (!done) return done;
    }
    if (change.max_rate) {
      auto done =
          one(netdev, "maxrate", fmt::format("{}", fmt::join(*change.max_rate, " ")), action, [&](DcbPort& port) {
            if (port.max_rate) port.max_rate = change.max_rate;
            return 0;
          });
      if (!done) return done;
    }
    if (change.pfc) {
      auto done = one(netdev, "pfc", hexadecimal(change.pfc->enabled), action, [&](DcbPort& port) {
        if (!port.pfc) return 0;  // a driver without the operation is passed over in silence
        port.pfc->enabled = change.pfc->enabled;
        port.pfc->macsec_bypass = change.pfc->macsec_bypass;
        if (change.pfc->delay > 0 && change.pfc->delay < 1000) port.pfc->delay = change.pfc->delay;
        return 0;
      });
      if (!done) return done;
    }
    if (change.buffer) {
      auto done = one(netdev, "buffer", fmt::format("{}", fmt::join(change.buffer->size, " ")), action,
                      [&](DcbPort& port) { return set_buffer(port, *change.buffer); });
      if (!done) return done;
    }
    for (const auto& app : change.apps) {
      auto done = one(netdev, "app", app_text(app), action, [&](DcbPort& port) { return add_app(port, app); });
      if (!done) return done;
    }
    if (!change.app_trust) return {};
    return one(netdev, "app_trust", fmt::format("{}", fmt::join(*change.app_trust, " ")), action, [&](DcbPort& port) {
      if (!port.app_trust) return EOPNOTSUPP;
      port.app_trust = change.app_trust;
      return 0;
    });
  }

  Result<void> remove(const std::string& netdev, const std::vector<App>& apps) override {
    for (const auto& app : apps) {
      auto done = one(netdev, "app_del", app_text(app), "remove DCB APP entries of " + netdev,
                      [&](DcbPort& port) { return remove_app(port, app); });
      if (!done) return done;
    }
    return {};
  }

  Result<void> set_dcbx(const std::string& netdev, std::uint8_t mode) override {
    auto action = fmt::format("set the DCBX mode of {} to {:#x}", netdev, mode);
    return one(netdev, "dcbx", hexadecimal(mode), action, [&](DcbPort& port) {
      if (port.dcbx_refused || !port.dcbx || (mode & Dcbx::lld_managed) != 0) return EPERM;
      // mlx5: 0 gives DCB back to the firmware.
      if (mode == 0) {
        port.dcbx = static_cast<std::uint8_t>(*port.dcbx & ~Dcbx::host);
        return 0;
      }
      if ((mode & Dcbx::host) == 0) return EPERM;
      port.dcbx = mode;
      return 0;
    });
  }

 private:
  Result<DcbPort*> find(const std::string& netdev, const std::string& action) {
    if (state_.find(netdev) == nullptr) return kernel::failure(ENODEV, action);
    auto found = state_.dcb.find(netdev);
    if (found == state_.dcb.end()) return kernel::failure(EOPNOTSUPP, action);
    return &found->second;
  }

  /// One step of a request, as the kernel goes through its attributes: it stops at the first error and keeps what came
  /// before.
  template <typename Change>
  Result<void> one(const std::string& netdev, std::string what, std::string value, const std::string& action,
                   Change change) {
    auto passed = state_.faults.pass({true, std::move(what), netdev, std::move(value)}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto port = find(netdev, action);
    if (!port) return tl::unexpected{port.error()};
    if (!*passed) return {};
    if (int code = change(**port); code != 0) return kernel::failure(code, action, "the driver's answer");
    return {};
  }

  State& state_;
};

}  // namespace

DcbPort::DcbPort() {
  pfc = kernel::Pfc{.capability = 8, .enabled = 0, .macsec_bypass = false, .delay = 7};
  dcbx = Dcbx::host | Dcbx::cee | Dcbx::ieee;
  ets = kernel::Ets{.capability = 8,
                    .tx_bandwidth = {100, 100, 100, 100, 100, 100, 100, 100},
                    .tsa = {255, 255, 255, 255, 255, 255, 255, 255},
                    .prio_tc = {1, 0, 2, 3, 4, 5, 6, 7}};
  buffer = kernel::PortBuffer{.priority_buffer = {}, .size = {131072}, .total = 262144};
  max_rate = kernel::MaxRate{};
}

std::string hexadecimal(unsigned value) { return fmt::format("0x{:02x}", value); }

std::string app_text(const App& app) {
  if (app.selector == App::dscp) return fmt::format("dscp {}={}", app.protocol, app.priority);
  return fmt::format("selector {} {}={}", app.selector, app.protocol, app.priority);
}

std::unique_ptr<kernel::Dcb> fake_dcb(State& state) { return std::make_unique<FakeDcb>(state); }

}  // namespace roced::fake
