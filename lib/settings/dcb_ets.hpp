#pragma once

#include <utility>

#include "settings/dcb_setting.hpp"

/// How priorities become traffic classes and how those share the link: struct ieee_ets, and struct ieee_maxrate.
namespace roced::settings {

/// dcb.ets.prio_tc
class TrafficClasses final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

/// dcb.ets.bandwidth: all ETS classes that have some, so that what shares the link beside the named ones is seen.
class Bandwidth final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

/// dcb.ets.strict
class StrictClasses final : public DcbSetting {
 public:
  /// `shares_named`: the profile has dcb.ets.bandwidth, too.
  StrictClasses(profile::Wish wish, Subject subject, Terms terms, bool takes_over, bool shares_named)
      : DcbSetting{std::move(wish), std::move(subject), terms, takes_over}, shares_named_{shares_named} {}
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;

  bool shares_named_;
};

/// dcb.maxrate, for the classes that the profile names.
class MaximumRate final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

  /// mlx5_core holds a rate in one byte and takes what doesn't fit for another rate, without an error
  /// (mlx5e_dcbnl_ieee_setmaxrate).
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

}  // namespace roced::settings
