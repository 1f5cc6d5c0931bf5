#include "profile/vocabulary.hpp"

#include <initializer_list>

#include "catalog/catalog.hpp"

namespace roced::profile {
namespace {

Place value() {
  Place place;
  place.value = true;
  return place;
}

Place table(std::initializer_list<std::string_view> keys) {
  Place place;
  for (auto key : keys) place.keys.emplace(key, value());
  return place;
}

void add(Place& table, const catalog::Row& row) {
  auto* place = &table;
  auto name = row.name;
  for (auto dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
    place = &place->keys[std::string{name.substr(0, dot)}];
    name.remove_prefix(dot + 1);
  }
  auto& made = place->keys[std::string{name}];
  made.value = true;
  if (row.type == catalog::Type::map || row.type == catalog::Type::rates) made.any = std::make_shared<Place>(value());
}

void add(Place& table, catalog::Scope scope) {
  for (const auto& row : catalog::rows())
    if (row.scope == scope) add(table, row);
}

Place group() {
  auto conditions = {std::string_view{"ifname"}, std::string_view{"pci"},       std::string_view{"rdma_device"},
                     std::string_view{"vendor"}, std::string_view{"device"},    std::string_view{"driver"},
                     std::string_view{"kind"},   std::string_view{"link_layer"}};
  auto place = table({"count", "mode", "optional"});
  auto& match = place.keys["match"] = table(conditions);
  match.keys["not"] = table(conditions);
  place.keys["roce"] = table({"priority", "dscp", "cnp_priority", "cnp_dscp"});
  add(place, catalog::Scope::nic);
  return place;
}

Place all() {
  auto place = table({"schema", "extends", "mode"});
  place.keys["check"] = table({"every"});
  place.keys["repair"] = table({"disruptive", "idle_for", "limit", "within"});
  place.keys["early"] = table({"wait"});
  place.keys["nic"].any = std::make_shared<Place>(group());
  add(place, catalog::Scope::node);
  return place;
}

}  // namespace

const Place* Place::at(std::string_view key) const {
  if (auto found = keys.find(key); found != keys.end()) return &found->second;
  return any.get();
}

std::vector<std::string_view> Place::known() const {
  std::vector<std::string_view> names;
  for (const auto& [key, place] : keys) names.push_back(key);
  return names;
}

const Place& vocabulary() {
  static const Place place = all();
  return place;
}

}  // namespace roced::profile
