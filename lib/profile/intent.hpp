#pragma once

#include "profile/decode.hpp"

namespace roced::profile {

/// Adds to a group the wishes that follow from its [nic.NAME.roce]. What is written out wins; where it contradicts,
/// that is an error.
void expand(Draft& draft, Findings& findings);

/// Where something else stands, seen from `here`: "line 16", or with its file where that is another.
std::string place(const Origin& other, const Origin& here);

}  // namespace roced::profile
