#pragma once

#include "settings/dcb_setting.hpp"

/// The settings that live in DCB's APP table: which packets get which priority.
namespace roced::settings {

/// What the profile wants of the APP table as a whole, for those settings that touch entries of the others.
struct AppWishes {
  catalog::NumberMap dscp;
  catalog::NumberMap udp;
  bool exact = false;  ///< nothing beside those
};

/// Where a packet's priority comes from. Drivers that have DCB_ATTR_DCB_APP_TRUST_TABLE (6.2) are told, and take their
/// entries apart from that; mlx5 and its kin trust DSCP while any DSCP entry exists (mlx5 en_dcbnl.c,
/// mlx5e_dcbnl_ieee_setapp).
class Trust final : public DcbSetting {
 public:
  Trust(profile::Wish wish, Subject subject, Terms terms, bool takes_over, AppWishes apps)
      : DcbSetting{std::move(wish), std::move(subject), terms, takes_over}, apps_{std::move(apps)} {}

  std::string_view side_effect() const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
  void fill(Batch& batch) const;
  /// The profile wants no DSCP entry at all.
  bool nothing_to_map() const { return apps_.exact && apps_.dscp.empty(); }

  AppWishes apps_;
};

/// Which priority packets get that one selector describes, for those that the profile names.
class AppPriority final : public DcbSetting {
 public:
  AppPriority(profile::Wish wish, Subject subject, Terms terms, bool takes_over, std::uint8_t selector)
      : DcbSetting{std::move(wish), std::move(subject), terms, takes_over}, selector_{selector} {}
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

  /// With the entries that aren't there: they go again.
  catalog::Value way_back(const catalog::Value& actual) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
  const catalog::NumberMap& map() const { return std::get<catalog::NumberMap>(desired()); }

  std::uint8_t selector_;
};

/// No entry that the profile doesn't name.
class ExactApps final : public DcbSetting {
 public:
  ExactApps(profile::Wish wish, Subject subject, Terms terms, bool takes_over, AppWishes apps)
      : DcbSetting{std::move(wish), std::move(subject), terms, takes_over}, apps_{std::move(apps)} {}

  bool satisfied(const catalog::Value& actual) const override;

 private:
  Reading from(const kernel::DcbState& state) const override;
  void change(const kernel::DcbState& state, Batch& batch) const override;
  bool named(const kernel::App& app) const;

  AppWishes apps_;
};

}  // namespace roced::settings
