#pragma once

#include <optional>

#include "settings/setting.hpp"

namespace roced::settings {

/// What the profile says of a port's virtual functions beside the attribute itself.
struct FunctionWishes {
  std::optional<std::uint64_t> count;               ///< sriov.vfs
  std::optional<std::uint32_t> min_rate, max_rate;  ///< Mbit/s; the kernel takes both at once
};

/// Trust, spoof check or a rate, of each virtual function of a port.
class VirtualFunctionAttribute final : public Setting {
 public:
  VirtualFunctionAttribute(profile::Wish wish, Subject subject, Terms terms, FunctionWishes wishes)
      : Setting{std::move(wish), std::move(subject), terms}, wishes_{wishes} {}

  std::vector<std::string_view> needs() const override { return {"sriov.vfs"}; }
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  std::string why_refused(node::Snapshot& now, const kernel::Error& error) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  /// What a function has of it; nullopt: its driver doesn't tell.
  std::optional<catalog::Value> value_of(const kernel::VirtualFunction& function) const;
  kernel::VirtualFunction change_of(const kernel::VirtualFunction& function) const;
  /// A rate beside another one that the function keeps.
  std::string against_the_other(const kernel::VirtualFunction& function) const;
  /// A rate beside what the link has.
  std::string beyond_the_link(node::Snapshot& now, std::uint64_t functions) const;

  FunctionWishes wishes_;
};

}  // namespace roced::settings
