#include "settings/broadcom_ecn.hpp"

#include <bit>

#include <fmt/format.h>

namespace roced::settings {
namespace {

constexpr const char* on_for_all = "on";

}  // namespace

bool BroadcomEcn::prepare(kernel::Kernel& kernel) const { return prepare_congestion_control(kernel.files(), nic()); }

bool BroadcomEcn::satisfied(const catalog::Value& actual) const {
  return actual == desired() ||
         (actual == catalog::Value{std::string{on_for_all}} && std::popcount(wanted().bits()) == 1);
}

Reading BroadcomEcn::look(node::Snapshot& now) const {
  auto enabled = congestion_number(now, nic(), tells_priority() ? "ecn_enable" : "enable_cc");
  if (enabled.kind != Reading::Kind::value) return enabled;
  if (enabled.value == catalog::Value{std::uint64_t{0}}) return Reading::of(catalog::Priorities{});
  if (!tells_priority()) return Reading::of(std::string{on_for_all});
  auto priority = congestion_number(now, nic(), "roce_prio");
  if (priority.kind != Reading::Kind::value) return priority;
  return Reading::of(catalog::Priorities{static_cast<int>(std::get<std::uint64_t>(priority.value) & 7U)});
}

std::optional<Obstacle> BroadcomEcn::obstacle(node::Snapshot& /*now*/, const catalog::Value& /*actual*/) const {
  if (std::popcount(wanted().bits()) <= 1) return {};
  return Obstacle{State::failed, fmt::format("{}: Broadcom's cards have one priority for RoCE: name one, not {}",
                                             nic().netdev, to_text(desired()))};
}

kernel::Result<Written> BroadcomEcn::write(node::Snapshot& /*now*/, Batch& batch) const {
  bool on = !wanted().empty();
  if (auto done = write_congestion_number(batch, nic(), tells_priority() ? "ecn_enable" : "enable_cc", on ? 1 : 0);
      !done)
    return tl::unexpected{done.error()};
  if (!on || !tells_priority()) return Written{};
  auto priority = static_cast<std::uint64_t>(std::countr_zero(wanted().bits()));
  if (auto done = write_congestion_number(batch, nic(), "roce_prio", priority); !done)
    return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
