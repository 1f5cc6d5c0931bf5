#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profile/findings.hpp"
#include "profile/load.hpp"
#include "profile/tree.hpp"

namespace roced::profile {

/// One file of a profile.
struct Layer {
  enum class Kind { base, main, drop_in };
  Kind kind = Kind::main;
  FileName file;
  Table tree;  ///< empty where it can't be read or isn't TOML, which the findings then say
};

Layer read_layer(const std::filesystem::path& path, Layer::Kind kind, Findings& findings);
Layer parse_layer(const std::string& name, std::string_view text, Layer::Kind kind, Findings& findings);

/// The bases that a profile stands on, the lowest first.
std::vector<Layer> bases_of(const Layer& main, std::span<const std::filesystem::path> folders, Findings& findings);

/// The *.toml of a folder in lexical order, hidden ones left out.
std::vector<Layer> drop_ins_of(const std::filesystem::path& folder, Findings& findings);

/// Merges the layers, the lowest first, and makes a profile of them.
Loaded compose(std::string path, const std::vector<Layer>& layers, Findings findings);

}  // namespace roced::profile
