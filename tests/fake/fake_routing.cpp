#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "fake/state.hpp"

namespace roced::fake {
namespace {

class FakeRouting final : public kernel::Routing {
 public:
  explicit FakeRouting(State& state) : state_{state} {}

  kernel::Result<std::vector<kernel::Address>> addresses() override {
    return told(state_.addresses, "addresses", "list IPv4 addresses");
  }
  kernel::Result<std::vector<kernel::Rule>> rules() override {
    return told(state_.rules, "rules", "list routing rules");
  }
  kernel::Result<std::vector<kernel::Route>> routes() override { return told(state_.routes, "routes", "list routes"); }

  kernel::Result<void> add(const kernel::Rule& rule) override {
    return add_to(state_.rules, rule, "rule", fmt::format("{} to {}", to_text(rule.from), rule.table),
                  fmt::format("add the rule from {} lookup {}", to_text(rule.from), rule.table));
  }
  kernel::Result<void> add(const kernel::Route& route) override {
    auto action = fmt::format("add the route {} to table {}", to_text(route.to), route.table);
    if (state_.find(route.ifindex) == nullptr) return kernel::failure(ENODEV, action);
    return add_to(state_.routes, route, "route", fmt::format("{} in {}", to_text(route.to), route.table), action);
  }

 private:
  template <typename Row>
  kernel::Result<std::vector<Row>> told(const std::vector<Row>& rows, const char* what, const std::string& action) {
    auto passed = state_.faults.pass({false, what, {}, {}}, action);
    if (!passed) return tl::unexpected{passed.error()};
    return rows;
  }

  template <typename Row>
  kernel::Result<void> add_to(std::vector<Row>& rows, const Row& row, const char* what, const std::string& text,
                              const std::string& action) {
    auto passed = state_.faults.pass({true, what, {}, text}, action);
    if (!passed) return tl::unexpected{passed.error()};
    bool route = std::is_same_v<Row, kernel::Route>;
    if (route && std::find(rows.begin(), rows.end(), row) != rows.end()) return kernel::failure(EEXIST, action);
    if (*passed) rows.push_back(row);
    return {};
  }

  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Routing> fake_routing(State& state) { return std::make_unique<FakeRouting>(state); }

}  // namespace roced::fake
