#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "catalog/value.hpp"

namespace roced::keep {

/// A value as it is kept on disk: it says itself what it is.
nlohmann::json to_json(const catalog::Value& value);

/// Of what to_json made. Throws std::exception.
catalog::Value value_from(const nlohmann::json& json);

/// A whole number, not negative; nlohmann::json takes any other for one too. Throws std::exception.
std::uint64_t number_from(const nlohmann::json& json);

}  // namespace roced::keep
