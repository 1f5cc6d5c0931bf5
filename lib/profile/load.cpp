#include "profile/load.hpp"

#include <iterator>
#include <utility>

#include "profile/layer.hpp"
#include "profile/owners.hpp"

namespace roced::profile {
namespace {

std::vector<std::filesystem::path> base_folders() { return {"/etc/roced/base", "/usr/share/roced/base"}; }

}  // namespace

Sources Sources::installed() { return {"/etc/roced/profile.toml", "/etc/roced/profile.d", base_folders(), true}; }

Sources Sources::of(const std::filesystem::path& file) {
  auto drop_ins = file;
  drop_ins += ".d";
  return {file, drop_ins, base_folders()};
}

Loaded load(const Sources& sources) {
  Findings findings;
  auto main = read_layer(sources.file, Layer::Kind::main, findings);
  auto layers = bases_of(main, sources.bases, findings);
  layers.push_back(std::move(main));
  auto drop_ins = drop_ins_of(sources.drop_ins, findings);
  std::move(drop_ins.begin(), drop_ins.end(), std::back_inserter(layers));
  if (sources.guarded) refuse_others(sources, layers, findings);
  return compose(sources.file.string(), layers, std::move(findings));
}

}  // namespace roced::profile
