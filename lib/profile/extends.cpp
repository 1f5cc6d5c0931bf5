#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "profile/layer.hpp"
#include "profile/text.hpp"

namespace roced::profile {
namespace {

namespace fs = std::filesystem;

/// A name, not a path: bases come from their folders alone.
bool is_name(std::string_view text) {
  auto good = [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '-' || each == '.';
  };
  return !text.empty() && text.front() != '.' && std::all_of(text.begin(), text.end(), good);
}

std::string list(std::span<const fs::path> folders) {
  std::string text;
  for (const auto& folder : folders) text += (text.empty() ? "" : " and ") + folder.string();
  return text.empty() ? "no folder" : text;
}

/// The name that `extends` gives.
std::optional<std::string> base_name(const Item& extends, Findings& findings) {
  const auto* name = extends.as<std::string>();
  if (name == nullptr)
    findings.error(extends.origin, fmt::format("extends: must be the name of a base, not {}", described(extends)));
  else if (!is_name(*name))
    findings.error(extends.origin, fmt::format("extends: \"{}\" is not the name of a base", shown(*name)),
                   "Write its name alone, without folder and .toml.");
  else
    return *name;
  return std::nullopt;
}

std::optional<fs::path> find_base(const std::string& name, std::span<const fs::path> folders) {
  for (const auto& folder : folders) {
    auto path = folder / (name + ".toml");
    // One that is there and can't be looked at is said to be unreadable, not passed over.
    std::error_code error;
    if (fs::exists(path, error) || error) return path;
  }
  return std::nullopt;
}

/// "There are: arp-multi-rail, roce-shared."; empty where there is none.
std::string bases_in(std::span<const fs::path> folders) {
  std::set<std::string> names;
  for (const auto& folder : folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{folder, error})
      if (entry.path().extension() == ".toml") names.insert(entry.path().stem().string());
  }
  return names.empty() ? std::string{} : fmt::format("There are: {}.", fmt::join(names, ", "));
}

}  // namespace

std::vector<Layer> bases_of(const Layer& main, std::span<const fs::path> folders, Findings& findings) {
  std::vector<Layer> layers;
  std::vector<std::string> chain;
  const auto* tree = &main.tree;
  while (const auto* extends = find(*tree, "extends")) {
    auto name = base_name(*extends, findings);
    if (!name) break;
    bool again = std::find(chain.begin(), chain.end(), *name) != chain.end();
    chain.push_back(*name);
    if (again) {
      findings.error(extends->origin, fmt::format("extends: goes in a circle: {}", fmt::join(chain, " > ")));
      break;
    }
    auto path = find_base(*name, folders);
    if (!path) {
      findings.error(extends->origin, fmt::format("extends: no base \"{}\" in {}", *name, list(folders)),
                     bases_in(folders));
      break;
    }
    layers.push_back(read_layer(*path, Layer::Kind::base, findings));
    tree = &layers.back().tree;
  }
  std::reverse(layers.begin(), layers.end());
  return layers;
}

}  // namespace roced::profile
