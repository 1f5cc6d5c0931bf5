#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/value.hpp"
#include "node/node.hpp"
#include "node/snapshot.hpp"

namespace roced::survey {

/// By the name of the setting.
using Values = std::map<std::string_view, catalog::Value>;
using Texts = std::map<std::string_view, std::string>;

/// What the settings of a NIC, or of the node, read.
struct Facts {
  Values values;
  Texts odd;      ///< what no profile can ask for, in words: "3, without np"; a number beyond its range is none
  Texts unknown;  ///< why it couldn't be read
};

/// Of all settings that are values, not a way to deal with values. `nic` absent: of the node.
Facts facts_of(node::Snapshot& now, const std::optional<node::Nic>& nic);

}  // namespace roced::survey
