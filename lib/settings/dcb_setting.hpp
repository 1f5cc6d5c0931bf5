#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// A setting that lives in DCB's IEEE attributes: read from the one IEEE_GET of its NIC, written with the others of its
/// unit in one IEEE_SET.
class DcbSetting : public Setting {
 public:
  /// `takes_over`: the profile makes the host the owner of DCB, so that a firmware that owns it now is no obstacle.
  DcbSetting(profile::Wish wish, Subject subject, Terms terms, bool takes_over)
      : Setting{std::move(wish), std::move(subject), terms}, takes_over_{takes_over} {}

  std::vector<std::string_view> needs() const override { return {"dcb.dcbx"}; }
  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 protected:
  /// That the driver has no such operation: "doesn't tell its …".
  Reading lacks(std::string_view what) const;

 private:
  Reading look(node::Snapshot& now) const override;
  virtual Reading from(const kernel::DcbState& state) const = 0;
  /// Puts its part into the batch. The rest of a structure goes back as it was read.
  virtual void change(const kernel::DcbState& state, Batch& batch) const = 0;

  bool takes_over_;
};

/// What a NIC whose DCB can't be read says instead of a value.
Reading without_dcb(const kernel::Error& error, const node::Nic& nic);

}  // namespace roced::settings
