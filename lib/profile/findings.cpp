#include "profile/findings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace roced::profile {

void Findings::error(const Origin& origin, std::string text, std::string advice) {
  diagnostics_.push_back({Severity::error, origin, std::move(text), std::move(advice)});
}

void Findings::warning(const Origin& origin, std::string text, std::string advice) {
  diagnostics_.push_back({Severity::warning, origin, std::move(text), std::move(advice)});
}

bool Findings::has_error() const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                     [](const Diagnostic& each) { return each.severity == Severity::error; });
}

std::vector<Diagnostic> Findings::sorted(std::span<const FileName> files) const {
  auto rank = [&](const Diagnostic& each) {
    return std::tuple{std::find(files.begin(), files.end(), each.origin.file), each.origin.line, each.origin.column};
  };
  auto all = diagnostics_;
  std::stable_sort(all.begin(), all.end(),
                   [&](const Diagnostic& left, const Diagnostic& right) { return rank(left) < rank(right); });
  return all;
}

}  // namespace roced::profile
