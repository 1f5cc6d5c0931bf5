#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/look.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"

namespace roced::ctl {
namespace {

using nlohmann::ordered_json;
using profile::Diagnostic;
using profile::Severity;

std::string to_json(const std::vector<Diagnostic>& diagnostics) {
  auto list = ordered_json::array();
  for (const auto& [severity, origin, text, advice] : diagnostics)
    list.push_back({{"severity", severity == Severity::error ? "error" : "warning"},
                    {"file", origin.file ? *origin.file : std::string{}},
                    {"line", origin.line},
                    {"column", origin.column},
                    {"text", text},
                    {"advice", advice}});
  return list.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

/// "path:14:9: error: …" with the severity in colour.
std::string painted(const Diagnostic& diagnostic, const report::Style& style) {
  auto text = to_text(diagnostic);
  bool error = diagnostic.severity == Severity::error;
  std::string_view word = error ? "error:" : "warning:";
  auto state = error ? settings::State::failed : settings::State::held;
  auto at = text.find(word, diagnostic.origin.text().size());
  return at == std::string::npos ? text : text.replace(at, word.size(), report::painted(word, state, style));
}

}  // namespace

int profile_check(const Common& common, const std::string& profile) {
  auto from = sources(profile);
  auto loaded = profile::load(from);
  if (common.json) {
    print(to_json(loaded.diagnostics));
  } else {
    auto how = style(common.legend);
    for (const auto& diagnostic : loaded.diagnostics) print(painted(diagnostic, how));
    if (loaded.diagnostics.empty()) print(from.file.string() + ": no findings\n");
  }
  if (!loaded.profile) return no_answer;
  return loaded.diagnostics.empty() ? all_well : not_in_sync;
}

}  // namespace roced::ctl
