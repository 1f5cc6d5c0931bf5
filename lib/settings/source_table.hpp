#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// A rail's own routing table: a rule for each of its IPv4 addresses, and in the table the routes that the main table
/// has by this rail. What else is in the table stays.
class SourceTable final : public Setting {
 public:
  using Setting::Setting;
  bool concerns(catalog::Event event, int ifindex, std::string_view netdev) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  struct Missing {
    std::vector<kernel::Rule> rules;
    std::vector<kernel::Route> routes;
  };

  Reading look(node::Snapshot& now) const override;
  std::uint32_t table() const { return static_cast<std::uint32_t>(std::get<std::uint64_t>(desired())); }
  kernel::Result<Missing> missing(const node::Routing& routing) const;
};

}  // namespace roced::settings
