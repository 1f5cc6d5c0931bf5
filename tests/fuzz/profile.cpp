#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "pieces.hpp"
#include "profile/layer.hpp"

using namespace roced::profile;
using roced::fuzz::must;

namespace {

/// A profile and its drop-ins, with a NUL, which TOML can't hold, between them.
Loaded load(std::string_view text) {
  Findings findings;
  std::vector<Layer> layers;
  for (auto kind = Layer::Kind::main;; kind = Layer::Kind::drop_in) {
    auto end = text.find('\0');
    layers.push_back(parse_layer("profile.toml", text.substr(0, end), kind, findings));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  if (!bases_of(layers.front(), {}, findings).empty()) std::abort();
  return compose("profile.toml", layers, std::move(findings));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto loaded = load({reinterpret_cast<const char*>(data), size});
  bool error = false;
  for (const auto& diagnostic : loaded.diagnostics) {
    error = error || diagnostic.severity == Severity::error;
    must(diagnostic.origin.file != nullptr && !diagnostic.text.empty());
    must(diagnostic.origin.line > 0 && diagnostic.origin.column > 0);
  }
  must(loaded.profile.has_value() != error);
  if (!loaded.profile) return 0;
  auto again = load(loaded.profile->canonical);
  must(again.profile && again.profile->canonical == loaded.profile->canonical);
  must(again.profile->digest == loaded.profile->digest);
  must(again.profile->groups.size() == loaded.profile->groups.size());
  return 0;
}
