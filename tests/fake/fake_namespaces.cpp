#include <algorithm>
#include <cerrno>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

using kernel::Result;

class FakeNamespaces final : public kernel::Namespaces {
 public:
  explicit FakeNamespaces(State& state) : state_{state} {}

  Result<std::vector<std::string>> names() override {
    auto passed = state_.faults.pass({false, "namespaces", {}, {}}, "list network namespaces");
    if (!passed) return tl::unexpected{passed.error()};
    std::vector<std::string> names;
    for (const auto& [name, links] : state_.namespaces) names.push_back(name);
    return names;
  }

  Result<std::vector<kernel::Link>> children_in(const std::string& name,
                                                const std::vector<std::string_view>& kinds) override {
    auto action = fmt::format("list {} interfaces of network namespace {}", fmt::join(kinds, " and "), name);
    auto passed = state_.faults.pass({false, "children", name, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    auto found = state_.namespaces.find(name);
    if (found == state_.namespaces.end()) return kernel::failure(ENOENT, action);
    std::vector<kernel::Link> children;
    for (const auto& link : found->second)
      if (link.parent != 0 && std::find(kinds.begin(), kinds.end(), link.kind) != kinds.end()) children.push_back(link);
    return children;
  }

 private:
  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Namespaces> fake_namespaces(State& state) { return std::make_unique<FakeNamespaces>(state); }

}  // namespace roced::fake
