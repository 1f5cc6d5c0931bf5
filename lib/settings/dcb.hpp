#pragma once

#include "settings/setting.hpp"

/// The settings that live in DCB, by dcbnl.
namespace roced::settings {

/// Who owns DCB on the port: the host or the firmware.
class DcbxOwner final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
};

/// Where a packet's priority comes from. mlx5 and its kin have no knob of its own for it: trust is dscp while any DSCP
/// entry exists (mlx5 en_dcbnl.c, mlx5e_dcbnl_ieee_setapp).
class Trust final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::vector<std::string_view> needs() const override { return {"dcb.dcbx"}; }

 private:
  Reading look(node::Snapshot& now) const override;
};

/// Which priority a DSCP gets, for the DSCPs that the profile names.
class DscpPriority final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::vector<std::string_view> needs() const override { return {"dcb.dcbx"}; }

 private:
  Reading look(node::Snapshot& now) const override;
  const catalog::DscpMap& map() const { return std::get<catalog::DscpMap>(desired()); }
};

/// Priorities with priority flow control.
class FlowControl final : public Setting {
 public:
  using Setting::Setting;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::vector<std::string_view> needs() const override { return {"dcb.dcbx"}; }

 private:
  Reading look(node::Snapshot& now) const override;
};

}  // namespace roced::settings
