#include <utility>

#include <fmt/format.h>

#include "profile/canonical.hpp"
#include "profile/decode.hpp"
#include "profile/digest.hpp"
#include "profile/intent.hpp"
#include "profile/layer.hpp"
#include "profile/lint.hpp"
#include "profile/merge.hpp"
#include "profile/strict.hpp"
#include "profile/text.hpp"

namespace roced::profile {
namespace {

/// What is judged of each file by itself.
void check_layer(const Layer& layer, Findings& findings) {
  const auto* schema = find(layer.tree, "schema");
  if (schema != nullptr) {
    const auto* number = schema->as<std::int64_t>();
    if (number == nullptr || *number != 1)
      findings.error(schema->origin,
                     fmt::format("schema: {} is not known to this version of roced; it reads 1", described(*schema)));
  } else if (layer.kind == Layer::Kind::main) {
    findings.error({layer.file, 1, 1}, "schema is missing", "Write schema = 1 as the first line.");
  }
  const auto* extends = find(layer.tree, "extends");
  if (extends != nullptr && layer.kind == Layer::Kind::drop_in)
    findings.error(extends->key, "extends: a drop-in can't say it, only the profile and its bases can");
  check_unset(layer.tree, findings);
}

Profile make_profile(const std::vector<Layer>& layers, Findings& findings) {
  Table merged;
  for (const auto& layer : layers) {
    check_layer(layer, findings);
    merge(merged, layer.tree);
  }
  check_keys(merged, findings);
  auto decoded = decode(merged, findings);
  auto profile = std::move(decoded.profile);
  for (auto& draft : decoded.groups) {
    expand(draft, findings);
    lint(draft, findings);
  }
  lint_node(profile.node, decoded.groups, findings);
  for (auto& draft : decoded.groups) profile.groups.push_back(std::move(draft.group));
  profile.canonical = write(decoded.canonical);
  profile.told = tell(decoded.canonical);
  profile.digest = digest(profile.canonical);
  return profile;
}

}  // namespace

Loaded compose(std::string path, const std::vector<Layer>& layers, Findings findings) {
  std::vector<FileName> files;
  files.reserve(layers.size());
  for (const auto& layer : layers) files.push_back(layer.file);
  // Without all of its files a profile would be judged for what only the missing one says.
  if (findings.has_error()) return {std::nullopt, findings.sorted(files)};
  auto profile = make_profile(layers, findings);
  profile.path = std::move(path);
  Loaded loaded;
  if (!findings.has_error()) loaded.profile = std::move(profile);
  loaded.diagnostics = findings.sorted(files);
  return loaded;
}

}  // namespace roced::profile
