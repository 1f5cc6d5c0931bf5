#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roced::profile {

/// The candidate that `word` most likely was meant to be; empty where none is close: a wrong guess is worse than none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'dscp_prio'?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace roced::profile
