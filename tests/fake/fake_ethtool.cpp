#include <cerrno>

#include <fmt/format.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

class FakeEthtool final : public kernel::Ethtool {
 public:
  explicit FakeEthtool(State& state) : state_{state} {}

  kernel::Result<kernel::Pause> pause(const std::string& netdev) override {
    auto action = "read pause parameters of " + netdev;
    auto passed = state_.faults.pass({false, "pause", netdev, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    if (state_.find(netdev) == nullptr) return kernel::failure(ENODEV, action);
    auto found = state_.pause.find(netdev);
    if (found == state_.pause.end()) return kernel::failure(EOPNOTSUPP, action);
    return found->second;
  }

  kernel::Result<void> set_pause(const std::string& netdev, const kernel::Pause& wanted) override {
    auto action = "set pause parameters of " + netdev;
    auto text = fmt::format("rx {} tx {}", wanted.receive, wanted.transmit);
    auto passed = state_.faults.pass({true, "pause", netdev, text}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto found = state_.pause.find(netdev);
    if (found == state_.pause.end()) return kernel::failure(EOPNOTSUPP, action);
    auto dcb = state_.dcb.find(netdev);
    bool has_pfc = dcb != state_.dcb.end() && dcb->second.pfc && dcb->second.pfc->enabled != 0;
    if (wanted.autonegotiated || (has_pfc && (wanted.receive || wanted.transmit)))
      return kernel::failure(EINVAL, action);
    if (*passed) found->second = wanted;
    return {};
  }

 private:
  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Ethtool> fake_ethtool(State& state) { return std::make_unique<FakeEthtool>(state); }

}  // namespace roced::fake
