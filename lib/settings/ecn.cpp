#include "settings/ecn.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "settings/congestion.hpp"
#include "settings/number.hpp"

namespace roced::settings {
namespace {

constexpr int priorities = 8;

std::string path(const node::Nic& nic, std::string_view point, int priority) {
  return fmt::format("/sys/class/net/{}/ecn/{}/enable/{}", nic.netdev, point, priority);
}

/// Whether a switch is on; where it can't be told, a Reading that says why.
tl::expected<bool, Reading> is_on(node::Snapshot& now, const node::Nic& nic, std::string_view point, int priority) {
  auto file = path(nic, point, priority);
  auto reading = number_reading(now.file(file), file);
  if (reading.kind != Reading::Kind::value) return tl::unexpected{std::move(reading)};
  return std::get<std::uint64_t>(reading.value) != 0;
}

}  // namespace

Reading Ecn::look(node::Snapshot& now) const {
  if (auto without = without_congestion_control(now, nic())) return std::move(*without);
  if (nic().congestion.way == node::CongestionWay::mlx5)
    return Reading::unsupported(
        fmt::format("{}: Linux' own mlx5 has no switch for each priority, the firmware alone decides (mlxconfig "
                    "ROCE_CC_PRIO_MASK_P1; all, as a rule). MLNX_OFED's driver has one",
                    nic().netdev));
  catalog::Priorities reaction;
  for (int priority = 0; priority < priorities; ++priority) {
    auto on = is_on(now, nic(), "roce_rp", priority);
    if (!on) return on.error();
    if (*on) reaction.insert(priority);
  }
  if (reaction.empty()) return Reading::of(reaction);
  for (int priority = 0; priority < priorities; ++priority) {
    auto on = is_on(now, nic(), "roce_np", priority);
    if (!on) return on.error();
    if (*on) return Reading::of(reaction);
  }
  // Not a set of priorities that works: a value of its own, which no wish equals.
  return Reading::of(fmt::format("{}, without np", to_text(reaction)));
}

kernel::Result<Written> Ecn::write(node::Snapshot& now, Batch& batch) const {
  auto& files = batch.kernel().files();
  bool notifies = false;
  for (int priority = 0; priority < priorities; ++priority) {
    auto notification = is_on(now, nic(), "roce_np", priority);
    notifies = notifies || (notification && *notification);
    auto reaction = is_on(now, nic(), "roce_rp", priority);
    bool want = wanted().contains(priority);
    if (reaction && *reaction == want) continue;
    if (auto done = files.write(path(nic(), "roce_rp", priority), want ? "1" : "0"); !done)
      return tl::unexpected{done.error()};
  }
  if (notifies) return Written{};
  for (int priority = 0; priority < priorities; ++priority)
    if (wanted().contains(priority))
      if (auto done = files.write(path(nic(), "roce_np", priority), "1"); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
