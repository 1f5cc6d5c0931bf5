#pragma once

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
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

/// dcb.maxrate, for the classes that the profile names.
class MaximumRate final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

}  // namespace roced::settings
