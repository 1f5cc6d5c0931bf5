#pragma once

#include <vector>

#include "keep/kept.hpp"
#include "node/node.hpp"
#include "settings/make.hpp"

namespace roced::keep {

/// The settings of this node whose wishes are the values from before. What isn't a setting any more, and what belongs
/// to a card that isn't here, is left out: see `absent`. Whether the profile still names a NIC doesn't count. Of NICs
/// that share an address, the card's own is meant, not what lies on it.
settings::Settings returning(const Values& values, const std::vector<node::Nic>& nics);

/// A value that no write brings back, since it isn't one that can be written: a text that tells several.
struct Stuck {
  std::string key, subject;
  std::string_view setting;
  catalog::Value value;
};
std::vector<Stuck> stuck(const Values& values, const std::vector<node::Nic>& nics);

/// The keys of values that no setting here stands for.
std::vector<std::string> absent(const Values& values, const std::vector<node::Nic>& nics);

}  // namespace roced::keep
