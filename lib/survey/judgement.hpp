#pragma once

#include <vector>

#include "profile/canonical.hpp"
#include "survey/alike.hpp"

namespace roced::survey {

/// What a person should know of a group beside what lint says: which NICs it means, what is off, what differs from
/// rails alike, what had to be left out. By dotted key of the profile.
profile::Notes judge(const Alike& group, const std::vector<Alike>& all);

/// "ens1 (mlx5_0, 0000:5e:00.0), ens2 (…)"
std::string listed(const std::vector<node::Nic>& nics);

}  // namespace roced::survey
