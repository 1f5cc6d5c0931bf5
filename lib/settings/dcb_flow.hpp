#pragma once

#include "settings/dcb_setting.hpp"

/// Priority flow control and the cable that it reckons with: struct ieee_pfc.
namespace roced::settings {

class FlowControl final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;
  std::optional<node::Problem> remark(node::Snapshot& now) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

class CableLength final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

}  // namespace roced::settings
