#include <algorithm>
#include <cerrno>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

class FakeLinks final : public kernel::Links {
 public:
  explicit FakeLinks(State& state) : state_{state} {}

  kernel::Result<kernel::Link> get(int ifindex) override {
    auto action = fmt::format("read interface {}", name(ifindex));
    auto passed = state_.faults.pass({false, "link", name(ifindex), {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    const auto* found = state_.find(ifindex);
    if (found == nullptr) return kernel::failure(ENODEV, action);
    return found->link;
  }

  kernel::Result<std::vector<kernel::Link>> all() override {
    auto passed = state_.faults.pass({false, "links", {}, {}}, "list interfaces");
    if (!passed) return tl::unexpected{passed.error()};
    return chosen([](const kernel::Link&) { return true; });
  }

  kernel::Result<std::vector<kernel::Link>> of_kinds(const std::vector<std::string_view>& kinds) override {
    auto text = fmt::format("{}", fmt::join(kinds, " and "));
    auto passed = state_.faults.pass({false, "links_of_kinds", text, {}}, fmt::format("list {} interfaces", text));
    if (!passed) return tl::unexpected{passed.error()};
    return chosen(
        [&](const kernel::Link& link) { return std::find(kinds.begin(), kinds.end(), link.kind) != kinds.end(); });
  }

  kernel::Result<void> set_mtu(int ifindex, unsigned bytes) override {
    auto action = fmt::format("set mtu of {} to {}", name(ifindex), bytes);
    auto passed = state_.faults.pass({true, "mtu", name(ifindex), std::to_string(bytes)}, action);
    if (!passed) return tl::unexpected{passed.error()};
    if (!*passed) return {};
    auto* found = state_.find(ifindex);
    if (found == nullptr) return kernel::failure(ENODEV, action);
    // The order and the sentences of the kernel: dev_validate_mtu(), then the driver's ndo_change_mtu().
    if (bytes == found->link.mtu) return {};
    if (bytes < found->mtu_min) return kernel::failure(EINVAL, action, "mtu less than device minimum");
    if (found->mtu_max > 0 && bytes > found->mtu_max)
      return kernel::failure(EINVAL, action, "mtu greater than device maximum");
    const auto* parent = found->link.parent == 0 ? nullptr : state_.find(found->link.parent);
    if (parent != nullptr && bytes > parent->link.mtu) {
      if (found->link.kind == "macvlan") return kernel::failure(EINVAL, action);
      if (found->link.kind == "vlan") return kernel::failure(ERANGE, action);
    }
    change(*found, bytes);
    return {};
  }

  kernel::Result<void> set_egress(int ifindex, const std::map<std::uint32_t, std::uint32_t>& egress) override {
    auto action = fmt::format("set the egress map of {}", name(ifindex));
    auto passed = state_.faults.pass({true, "egress", name(ifindex), {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto* found = state_.find(ifindex);
    if (found == nullptr) return kernel::failure(ENODEV, action);
    if (found->link.kind != "vlan") return kernel::failure(EOPNOTSUPP, action);
    if (*passed)
      for (auto [priority, pcp] : egress) found->link.egress[priority] = pcp;
    return {};
  }

  kernel::Result<std::vector<kernel::VirtualFunction>> virtual_functions(int ifindex) override {
    auto action = fmt::format("read the virtual functions of {}", name(ifindex));
    auto passed = state_.faults.pass({false, "virtual_functions", name(ifindex), {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto* found = state_.find(ifindex);
    if (found == nullptr) return kernel::failure(ENODEV, action);
    return found->functions;
  }

  kernel::Result<void> set_virtual_function(int ifindex, const kernel::VirtualFunction& wanted) override {
    auto action = fmt::format("set virtual function {} of {}", wanted.number, name(ifindex));
    auto passed = state_.faults.pass({true, "virtual_function", name(ifindex), std::to_string(wanted.number)}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto* found = state_.find(ifindex);
    if (found == nullptr) return kernel::failure(ENODEV, action);
    if (wanted.number >= found->functions.size()) return kernel::failure(EINVAL, action);
    // As mlx5 has it (esw_qos.c): what is guaranteed can't be more than the limit.
    if (wanted.max_rate.value_or(0) > 0 && wanted.min_rate.value_or(0) > *wanted.max_rate)
      return kernel::failure(EINVAL, action);
    if (!*passed) return {};
    auto& function = found->functions[wanted.number];
    if (wanted.trust) function.trust = wanted.trust;
    if (wanted.spoof_check) function.spoof_check = wanted.spoof_check;
    if (wanted.min_rate) function.min_rate = wanted.min_rate;
    if (wanted.max_rate) function.max_rate = wanted.max_rate;
    return {};
  }

 private:
  std::string name(int ifindex) {
    const auto* found = state_.find(ifindex);
    return found == nullptr ? std::to_string(ifindex) : found->link.name;
  }

  template <typename Predicate>
  std::vector<kernel::Link> chosen(Predicate wanted) const {
    std::vector<kernel::Link> links;
    for (const auto& each : state_.links)
      if (wanted(each.link)) links.push_back(each.link);
    return links;
  }

  /// A parent that shrinks takes its macvlan and VLAN children with it, in every namespace; one that grows leaves them.
  /// A bond's MTU is that of its members.
  void change(FakeLink& changed, unsigned bytes) {
    changed.link.mtu = bytes;
    int ifindex = changed.link.ifindex;
    bool is_bond = changed.link.kind == "bond";
    for (auto& each : state_.links) {
      bool lies_on = each.link.parent == ifindex && (each.link.kind == "macvlan" || each.link.kind == "vlan");
      if ((lies_on && each.link.mtu > bytes) || (is_bond && each.link.master == ifindex)) change(each, bytes);
    }
    for (auto& [name, children] : state_.namespaces)
      for (auto& child : children)
        if (child.parent == ifindex) child.mtu = std::min(child.mtu, bytes);
  }

  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Links> fake_links(State& state) { return std::make_unique<FakeLinks>(state); }

}  // namespace roced::fake
