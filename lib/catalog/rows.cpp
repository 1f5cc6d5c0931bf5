#include <algorithm>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

// The order is the one in which drifted settings are written: parents before children, flow control before what paces
// the traffic.
const std::vector<Row>& table() {
  static const auto all = [] {
    std::vector<Row> rows;
    for (auto family : {rdma_rows(), sriov_rows(), port_rows(), dcb_rows(), ecn_rows(), broadcom_rows(),
                        traffic_class_rows(), sysctl_rows(), routing_rows(), require_rows()})
      rows.insert(rows.end(), family.begin(), family.end());
    return rows;
  }();
  return all;
}

}  // namespace

std::string_view Row::table() const {
  auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
}

std::string_view Row::key() const {
  auto dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::span<const Row> rows() { return table(); }

const Row* find(std::string_view name) {
  auto row = std::find_if(table().begin(), table().end(), [&](const Row& each) { return each.name == name; });
  return row == table().end() ? nullptr : &*row;
}

bool fits(const Row& row, const Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  switch (row.type) {
    case Type::word:
      return word != nullptr && std::find(row.words.begin(), row.words.end(), *word) != row.words.end();
    case Type::number:
      return std::holds_alternative<std::uint64_t>(value);
    case Type::flag:
      return std::holds_alternative<bool>(value);
    case Type::priorities:
      return std::holds_alternative<Priorities>(value);
    case Type::map:
      return std::holds_alternative<NumberMap>(value);
    case Type::numbers:
      return row.one_each ? std::holds_alternative<std::uint64_t>(value) : std::holds_alternative<Numbers>(value);
    case Type::rates:
      return std::holds_alternative<RateMap>(value);
  }
  return false;
}

std::string_view to_text(Disruption disruption) {
  switch (disruption) {
    case Disruption::none:
      return "none";
    case Disruption::carrier:
      return "carrier";
    case Disruption::link:
      return "link";
    case Disruption::reboot:
      return "reboot";
  }
  return "none";
}

}  // namespace roced::catalog
