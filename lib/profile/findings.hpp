#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profile/profile.hpp"

namespace roced::profile {

using FileName = std::shared_ptr<const std::string>;

/// What is to be said of a profile, as it turns up.
class Findings {
 public:
  void error(const Origin& origin, std::string text, std::string advice = {});
  void warning(const Origin& origin, std::string text, std::string advice = {});

  bool has_error() const;
  /// By file, in the order of `files`, then by line.
  std::vector<Diagnostic> sorted(std::span<const FileName> files) const;

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace roced::profile
