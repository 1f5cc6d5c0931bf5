#include "settings/dcb_ets.hpp"

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

namespace roced::settings {
namespace {

using kernel::Tsa;

constexpr std::uint32_t classes = 8;

/// A byte's worth of mlx5's two units, in kilobits.
constexpr std::uint64_t fine = 100'000, coarse = 1'000'000, most_units = 255;

/// The rate that mlx5 can hold and is nearest below one, or the least that it can; 0 is no limit.
std::uint64_t held_by_mlx5(std::uint64_t kilobits) {
  if (kilobits <= fine) return kilobits == 0 ? 0 : fine;
  auto unit = kilobits <= most_units * fine ? fine : coarse;
  auto below = std::min(kilobits / unit, most_units) * unit;
  return unit == coarse ? std::max(below, most_units * fine) : below;
}

}  // namespace

Reading TrafficClasses::from(const kernel::DcbState& state) const {
  if (!state.ets) return lacks("traffic classes (ETS)");
  return Reading::of(catalog::Numbers(state.ets->prio_tc.begin(), state.ets->prio_tc.end()));
}

void TrafficClasses::change(const kernel::DcbState& state, Batch& batch) const {
  auto& ets = batch.part(nic().netdev, &kernel::DcbChange::ets, state.ets);
  const auto& wanted = std::get<catalog::Numbers>(desired());
  for (std::size_t priority = 0; priority < wanted.size(); ++priority)
    ets.prio_tc.at(priority) = static_cast<std::uint8_t>(wanted[priority]);
}

Reading Bandwidth::from(const kernel::DcbState& state) const {
  if (!state.ets) return lacks("bandwidth shares (ETS)");
  const auto& wanted = std::get<catalog::NumberMap>(desired());
  catalog::NumberMap actual;
  for (std::uint32_t each = 0; each < classes; ++each) {
    auto percent = state.ets->tx_bandwidth.at(each);
    if (state.ets->tsa.at(each) == Tsa::ets && (percent != 0 || wanted.contains(each))) actual[each] = percent;
  }
  return Reading::of(actual);
}

void Bandwidth::change(const kernel::DcbState& state, Batch& batch) const {
  auto& ets = batch.part(nic().netdev, &kernel::DcbChange::ets, state.ets);
  const auto& wanted = std::get<catalog::NumberMap>(desired());
  for (std::uint32_t each = 0; each < classes; ++each) {
    auto share = wanted.find(each);
    if (share != wanted.end()) {
      ets.tsa.at(each) = Tsa::ets;
      ets.tx_bandwidth.at(each) = static_cast<std::uint8_t>(share->second);
    } else if (ets.tsa.at(each) == Tsa::ets) {
      ets.tx_bandwidth.at(each) = 0;
    }
  }
}

Reading StrictClasses::from(const kernel::DcbState& state) const {
  if (!state.ets) return lacks("traffic classes (ETS)");
  catalog::Priorities strict;
  for (std::uint32_t each = 0; each < classes; ++each)
    if (state.ets->tsa.at(each) == Tsa::strict) strict.insert(static_cast<int>(each));
  return Reading::of(strict);
}

void StrictClasses::change(const kernel::DcbState& state, Batch& batch) const {
  auto& ets = batch.part(nic().netdev, &kernel::DcbChange::ets, state.ets);
  auto wanted = std::get<catalog::Priorities>(desired());
  for (std::uint32_t each = 0; each < classes; ++each) {
    auto& way = ets.tsa.at(each);
    if (wanted.contains(static_cast<int>(each))) {
      way = Tsa::strict;
      ets.tx_bandwidth.at(each) = 0;
    } else if (way == Tsa::strict) {
      // Back to what a card has by itself: an ETS class without a share would never send.
      way = Tsa::vendor;
    }
  }
}

/// What drivers ask of ETS: mlx5_core that the shares make 100 or nothing (mlx5e_dbcnl_validate_ets), bnxt_en that a
/// class is strict or has a share (bnxt_ets_validate).
std::string StrictClasses::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  const auto& state = now.dcb(nic().netdev);
  bool is_ets = error.action.find(Batch::traffic_classes) != std::string::npos;
  if (error.code == EPERM || error.code == EACCES) return {};
  if (!is_ets || !state || !state->ets) return DcbSetting::why_refused(now, error);
  const auto& ets = *state->ets;
  auto wanted = std::get<catalog::Priorities>(desired());
  unsigned left = 0;
  for (std::uint32_t each = 0; each < classes; ++each) {
    auto number = static_cast<int>(each);
    if (wanted.contains(number) && ets.capability != 0 && each >= ets.capability)
      return fmt::format("{} has {} traffic classes, of which {} is none: write such as are below {}", nic().netdev,
                         ets.capability, each, ets.capability);
    if (!wanted.contains(number) && ets.tsa.at(each) == Tsa::ets) left += ets.tx_bandwidth.at(each);
  }
  constexpr unsigned whole = 100;
  if (!shares_named_ && left != 0 && left != whole)
    return fmt::format(
        "Likely since the shares of the other classes would make {} percent, not {}: write "
        "dcb.ets.bandwidth, too, which shares the link out anew",
        left, whole);
  return in_the_log();
}

std::optional<Obstacle> MaximumRate::obstacle(node::Snapshot& now, const catalog::Value& actual) const {
  if (nic().driver == "mlx5_core")
    for (auto [each, rate] : std::get<catalog::RateMap>(desired()))
      if (auto held = held_by_mlx5(rate.kilobits); held != rate.kilobits)
        return Obstacle{State::failed,
                        fmt::format("mlx5 counts in 100Mbit up to 25500Mbit and in whole Gbit up to 255Gbit, and would "
                                    "take {} for another rate: give class {} {}, or 0 for no limit",
                                    to_text(rate), each, to_text(catalog::Rate{held}))};
  return DcbSetting::obstacle(now, actual);
}

Reading MaximumRate::from(const kernel::DcbState& state) const {
  if (!state.max_rate) return lacks("rate limits");
  catalog::RateMap actual;
  for (auto [each, rate] : std::get<catalog::RateMap>(desired())) actual[each] = {state.max_rate->at(each)};
  return Reading::of(actual);
}

void MaximumRate::change(const kernel::DcbState& state, Batch& batch) const {
  auto& rates = batch.part(nic().netdev, &kernel::DcbChange::max_rate, state.max_rate);
  for (auto [each, rate] : std::get<catalog::RateMap>(desired())) rates.at(each) = rate.kilobits;
}

}  // namespace roced::settings
