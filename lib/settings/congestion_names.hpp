#pragma once

#include <string_view>

#include "node/congestion.hpp"

namespace roced::settings {

/// What a parameter of congestion control is called in a way's folder; empty where that way hasn't got it.
std::string_view congestion_name(std::string_view setting, node::CongestionWay way);

/// "MLNX_OFED's ecn files"
std::string_view to_text(node::CongestionWay way);

}  // namespace roced::settings
