#pragma once

#include "settings/dcb_setting.hpp"

/// The receive buffers of a port: struct dcbnl_buffer.
namespace roced::settings {

/// dcb.buffer.prio
class PriorityBuffer final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

/// dcb.buffer.size
class BufferSize final : public DcbSetting {
 public:
  using DcbSetting::DcbSetting;
  /// Cards count in cells and round down.
  bool satisfied(const catalog::Value& actual) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
};

}  // namespace roced::settings
