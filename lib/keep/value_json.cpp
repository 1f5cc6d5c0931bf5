#include "keep/value_json.hpp"

#include <nlohmann/json.hpp>

namespace roced::keep {
namespace {

using nlohmann::json;

// What JSON has itself is written as that; of the others, an object's one key says what they are.
struct Writer {
  json operator()(bool flag) const { return flag; }
  json operator()(std::uint64_t number) const { return number; }
  json operator()(const std::string& word) const { return word; }
  json operator()(const catalog::Numbers& numbers) const { return numbers; }
  json operator()(catalog::Priorities priorities) const { return {{"priorities", priorities.bits()}}; }
  json operator()(const catalog::NumberMap& map) const {
    auto pairs = json::array();
    for (auto [key, number] : map) pairs.push_back({key, number});
    return {{"map", pairs}};
  }
  json operator()(const catalog::RateMap& map) const {
    auto pairs = json::array();
    for (auto [key, rate] : map) pairs.push_back({key, rate.kilobits});
    return {{"rates", pairs}};
  }
};

}  // namespace

json to_json(const catalog::Value& value) { return std::visit(Writer{}, value); }

catalog::Value value_from(const json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) return json.get<catalog::Numbers>();
  if (!json.is_object()) return json.get<std::uint64_t>();
  if (json.contains("priorities")) return catalog::Priorities(json.at("priorities").get<std::uint8_t>());
  if (json.contains("map")) {
    catalog::NumberMap map;
    for (const auto& pair : json.at("map")) map[pair.at(0)] = pair.at(1);
    return map;
  }
  catalog::RateMap rates;
  for (const auto& pair : json.at("rates")) rates[pair.at(0)] = catalog::Rate{pair.at(1)};
  return rates;
}

}  // namespace roced::keep
