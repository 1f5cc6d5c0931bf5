#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profile/profile.hpp"

namespace roced::test {

inline profile::Wish wish(const char* name, catalog::Value value) {
  return {catalog::find(name), std::move(value), {std::make_shared<const std::string>("test.toml"), 7, 3}, false};
}

inline catalog::Value word(const char* text) { return std::string{text}; }
inline catalog::Value number(std::uint64_t value) { return value; }

/// A profile whose one group, "rails", means the NICs whose netdev a glob matches.
inline profile::Profile rails(std::vector<profile::Wish> wishes, const char* ifname = "ens*") {
  profile::Profile profile;
  profile.mode = profile::Mode::enforce;
  profile::Group group;
  group.name = "rails";
  group.match.ifname = {ifname};
  group.mode = profile::Mode::enforce;
  group.wishes = std::move(wishes);
  group.origin = {std::make_shared<const std::string>("test.toml"), 5, 1};
  profile.groups.push_back(std::move(group));
  return profile;
}

}  // namespace roced::test
