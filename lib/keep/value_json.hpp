#pragma once

#include <nlohmann/json_fwd.hpp>

#include "catalog/value.hpp"

namespace roced::keep {

/// A value as it is kept on disk: it says itself what it is.
nlohmann::json to_json(const catalog::Value& value);

/// Of what to_json made. Throws nlohmann::json::exception.
catalog::Value value_from(const nlohmann::json& json);

}  // namespace roced::keep
