#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// macvlan and VLAN children whose MTU is below their parent's. A parent that shrinks lowers its children in every
/// namespace; one that grows doesn't raise them (kernel: drivers/net/macvlan.c, NETDEV_CHANGEMTU).
class Children final : public Setting {
 public:
  /// `parent_mtu`: what the profile wants the parent to have; absent: what it has.
  Children(profile::Wish wish, Subject subject, Terms terms, std::optional<unsigned> parent_mtu)
      : Setting{std::move(wish), std::move(subject), terms}, parent_mtu_{parent_mtu} {}

  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  std::optional<node::Problem> remark(node::Snapshot& now) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;
  catalog::Disruption disruption() const override { return catalog::Disruption::none; }
  std::vector<std::string_view> needs() const override { return {"mtu"}; }
  bool looks_far() const override { return true; }

 private:
  Reading look(node::Snapshot& now) const override;
  bool follows() const { return desired() == catalog::Value{std::string{"follow"}}; }
  kernel::Result<unsigned> wanted(node::Snapshot& now) const;
  /// Children of this NIC below `mtu`; `here`: in this namespace, else in others.
  std::vector<node::Child> below(const node::Children& children, unsigned mtu, bool here) const;

  std::optional<unsigned> parent_mtu_;
};

}  // namespace roced::settings
