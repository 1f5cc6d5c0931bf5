#include "catalog/value.hpp"

#include <fmt/format.h>

namespace roced::catalog {
namespace {

struct Text {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::uint64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& word) const { return word; }
  std::string operator()(Priorities priorities) const {
    std::string text;
    for (int priority = 0; priority < 8; ++priority)
      if (priorities.contains(priority)) text += fmt::format("{}{}", text.empty() ? "" : " ", priority);
    return text.empty() ? "none" : text;
  }
  std::string operator()(const DscpMap& map) const {
    std::string text;
    for (auto [dscp, priority] : map) text += fmt::format("{}{}={}", text.empty() ? "" : " ", dscp, priority);
    return text.empty() ? "none" : text;
  }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(Text{}, value); }

}  // namespace roced::catalog
