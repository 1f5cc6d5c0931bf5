#include "keep/value_json.hpp"

#include <limits>
#include <stdexcept>

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

template <typename Number>
Number small_number_from(const json& given) {
  auto number = number_from(given);
  if (number > std::numeric_limits<Number>::max()) throw std::runtime_error{given.dump() + " is too large"};
  return static_cast<Number>(number);
}

catalog::Numbers numbers_from(const json& array) {
  catalog::Numbers numbers;
  for (const auto& each : array) numbers.push_back(number_from(each));
  return numbers;
}

}  // namespace

json to_json(const catalog::Value& value) { return std::visit(Writer{}, value); }

std::uint64_t number_from(const json& json) {
  if (!json.is_number_unsigned()) throw std::runtime_error{"'" + json.dump() + "' isn't a whole number"};
  return json.get<std::uint64_t>();
}

catalog::Value value_from(const json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) return numbers_from(json);
  if (!json.is_object()) return number_from(json);
  if (json.contains("priorities")) return catalog::Priorities(small_number_from<std::uint8_t>(json.at("priorities")));
  if (json.contains("map")) {
    catalog::NumberMap map;
    for (const auto& pair : json.at("map")) map[small_number_from<std::uint32_t>(pair.at(0))] = number_from(pair.at(1));
    return map;
  }
  catalog::RateMap rates;
  for (const auto& pair : json.at("rates"))
    rates[small_number_from<std::uint32_t>(pair.at(0))] = catalog::Rate{number_from(pair.at(1))};
  return rates;
}

}  // namespace roced::keep
