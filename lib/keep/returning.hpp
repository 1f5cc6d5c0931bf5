#pragma once

#include <vector>

#include "keep/kept.hpp"
#include "node/matching.hpp"
#include "settings/make.hpp"

namespace roced::keep {

/// The settings of this node whose wishes are the values from before. What isn't a setting any more, and what belongs
/// to a card that isn't here, is left out: see `absent`.
settings::Settings returning(const Values& values, const std::vector<node::Member>& members);

/// The keys of values that no setting here stands for.
std::vector<std::string> absent(const Values& values, const std::vector<node::Member>& members);

}  // namespace roced::keep
