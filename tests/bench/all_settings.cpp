#include "all_settings.hpp"

#include "catalog/catalog.hpp"

namespace roced::bench {
namespace {

/// Some value that the row allows: what it costs to read a setting doesn't depend on what is wished.
catalog::Value some_value(const catalog::Row& row) {
  using catalog::Type;
  switch (row.type) {
    case Type::word:
      return std::string{row.words.front()};
    case Type::number:
      return row.least;
    case Type::flag:
      return false;
    case Type::priorities:
      return catalog::Priorities{3};
    case Type::map:
      return catalog::NumberMap{{3, 3}};
    case Type::numbers:
      return catalog::Numbers(row.size == 0 ? 8 : row.size, row.least);
    case Type::rates:
      return catalog::RateMap{{3, catalog::Rate{}}};
  }
  return {};
}

}  // namespace

profile::Profile all_settings(const std::vector<std::string>& rails) {
  profile::Profile profile;
  profile::Group group;
  group.name = "rails";
  group.match.ifname = rails;
  group.match.kind = {"virtual"};
  for (const auto& row : catalog::rows())
    if (row.scope == catalog::Scope::nic && row.table() != "require")
      group.wishes.push_back({&row, some_value(row), {}, false});
  profile.groups.push_back(std::move(group));
  return profile;
}

}  // namespace roced::bench
