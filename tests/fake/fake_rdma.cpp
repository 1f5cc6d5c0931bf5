#include <cerrno>

#include <fmt/format.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

using kernel::NetnsMode;
using kernel::Result;

class FakeRdma final : public kernel::Rdma {
 public:
  explicit FakeRdma(State& state) : state_{state} {}

  Result<kernel::RdmaSystem> system() override {
    auto passed = asked({false, "rdma_system", {}, {}}, "read the RDMA netns mode");
    if (!passed) return tl::unexpected{passed.error()};
    return state_.rdma_system;
  }

  Result<void> set_netns_mode(NetnsMode mode) override {
    const std::string word = mode == NetnsMode::shared ? "shared" : "exclusive";
    auto action = "set the RDMA netns mode to " + word;
    auto passed = asked({true, "netns_mode", {}, word}, action);
    if (!passed) return tl::unexpected{passed.error()};
    if (!*passed) return {};
    if (!state_.rdma_system.netns_mode) return kernel::failure(EINVAL, action);
    if (state_.rdma_system.netns_mode == mode) return {};
    if (!state_.namespaces.empty() || state_.unnamed_namespaces > 0) return kernel::failure(EBUSY, action);
    state_.rdma_system.netns_mode = mode;
    state_.tree.add_file("/sys/module/ib_core/parameters/netns_mode", mode == NetnsMode::shared ? "Y\n" : "N\n", {});
    return {};
  }

  Result<std::vector<kernel::RdmaDevice>> devices() override {
    auto passed = asked({false, "rdma_devices", {}, {}}, "list RDMA devices");
    if (!passed) return tl::unexpected{passed.error()};
    std::vector<kernel::RdmaDevice> all;
    for (const auto& [name, each] : state_.devices) all.push_back(each.device);
    return all;
  }

  Result<std::vector<kernel::RdmaPort>> ports(unsigned device) override {
    auto action = fmt::format("list the ports of RDMA device {}", device);
    auto passed = asked({false, "rdma_ports", std::to_string(device), {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    for (const auto& [name, each] : state_.devices) {
      if (each.device.index != device) continue;
      std::vector<kernel::RdmaPort> ports;
      for (const auto& [number, port] : each.ports) ports.push_back(port);
      return ports;
    }
    return kernel::failure(EINVAL, action);
  }

  Result<kernel::PortMtu> mtu(const std::string& device, unsigned port) override {
    auto action = fmt::format("ask libibverbs for the MTU of {} port {}", device, port);
    auto passed = asked({false, "rdma_mtu", device, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto found = state_.devices.find(device);
    if (found == state_.devices.end()) return kernel::failure(ENODEV, action);
    const auto* link = state_.find(found->second.ports.at(port).netdev);
    unsigned room = link == nullptr ? 4192 : link->link.mtu;
    for (unsigned size : {4096U, 2048U, 1024U, 512U})
      if (size <= found->second.most_mtu && size + 96 <= room)
        return kernel::PortMtu{.active = size, .most = found->second.most_mtu};
    return kernel::PortMtu{.active = 256, .most = found->second.most_mtu};
  }

  Result<kernel::GidTable> gids(const std::string& device, unsigned /*port*/) override {
    auto action = fmt::format("ask libibverbs for the GIDs of {}", device);
    auto passed = asked({false, "gids", device, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto found = state_.devices.find(device);
    if (found == state_.devices.end()) return kernel::failure(ENODEV, action);
    return found->second.gids;
  }

  Result<std::vector<kernel::QueuePair>> queue_pairs() override {
    auto passed = asked({false, "queue_pairs", {}, {}}, "list queue pairs");
    if (!passed) return tl::unexpected{passed.error()};
    std::vector<kernel::QueuePair> all;
    for (const auto& [name, each] : state_.devices)
      all.insert(all.end(), each.queue_pairs.begin(), each.queue_pairs.end());
    return all;
  }

  Result<std::vector<kernel::UserContext>> contexts() override {
    auto passed = asked({false, "contexts", {}, {}}, "list user contexts");
    if (!passed) return tl::unexpected{passed.error()};
    std::vector<kernel::UserContext> all;
    for (const auto& [name, each] : state_.devices) all.insert(all.end(), each.contexts.begin(), each.contexts.end());
    return all;
  }

 private:
  Result<bool> asked(const Operation& operation, const std::string& action) {
    auto passed = state_.faults.pass(operation, action);
    if (passed && !state_.has_rdma)
      return kernel::failure(EPROTONOSUPPORT, action, "RDMA isn't loaded (no /sys/module/ib_core)");
    return passed;
  }

  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Rdma> fake_rdma(State& state) { return std::make_unique<FakeRdma>(state); }

}  // namespace roced::fake
