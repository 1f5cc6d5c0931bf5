#include "settings/virtual_function_attribute.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "settings/number.hpp"

namespace roced::settings {

std::optional<catalog::Value> VirtualFunctionAttribute::value_of(const kernel::VirtualFunction& function) const {
  auto key = row().key();
  if (key == "trust" || key == "spoof_check") {
    auto told = key == "trust" ? function.trust : function.spoof_check;
    return told ? std::optional<catalog::Value>{*told} : std::nullopt;
  }
  auto rate = key == "min_rate" ? function.min_rate : function.max_rate;
  return rate ? std::optional<catalog::Value>{std::uint64_t{*rate}} : std::nullopt;
}

Reading VirtualFunctionAttribute::look(node::Snapshot& now) const {
  if (nic().ifindex == 0) return Reading::unsupported(fmt::format("{} has no netdev here", nic().name));
  const auto& functions = now.virtual_functions(nic().ifindex);
  if (!functions) return Reading::from(functions.error());
  if (functions->empty()) {
    // They come with sriov.vfs, which is written first.
    if (wishes_.count.value_or(0) > 0) return Reading::of(std::string{"no virtual functions"});
    return Reading::unsupported(fmt::format("{} has no virtual functions, and sriov.vfs asks for none", nic().name));
  }
  std::string others;
  for (const auto& function : *functions) {
    auto value = value_of(function);
    if (!value)
      return Reading::unsupported(
          fmt::format("the {} driver doesn't tell {} of virtual functions", nic().driver, row().key()));
    if (*value != desired())
      others += fmt::format("{}vf {} {}", others.empty() ? "" : ", ", function.number, catalog::to_text(*value));
  }
  return others.empty() ? Reading::of(desired()) : Reading::of(others);
}

kernel::VirtualFunction VirtualFunctionAttribute::change_of(const kernel::VirtualFunction& function) const {
  kernel::VirtualFunction change{
      .number = function.number, .trust = {}, .spoof_check = {}, .min_rate = {}, .max_rate = {}};
  auto key = row().key();
  if (key == "trust") {
    change.trust = std::get<bool>(desired());
  } else if (key == "spoof_check") {
    change.spoof_check = std::get<bool>(desired());
  } else {
    change.min_rate = wishes_.min_rate ? wishes_.min_rate : function.min_rate;
    change.max_rate = wishes_.max_rate ? wishes_.max_rate : function.max_rate;
  }
  return change;
}

kernel::Result<Written> VirtualFunctionAttribute::write(node::Snapshot& /*now*/, Batch& batch) const {
  // Asked anew: they may have been made a moment ago.
  auto& links = batch.kernel().links();
  auto functions = links.virtual_functions(nic().ifindex);
  if (!functions) return tl::unexpected{functions.error()};
  for (const auto& function : *functions)
    if (value_of(function) != desired())
      if (auto done = links.set_virtual_function(nic().ifindex, change_of(function)); !done)
        return tl::unexpected{done.error()};
  return Written{};
}

std::string VirtualFunctionAttribute::against_the_other(const kernel::VirtualFunction& function) const {
  auto change = change_of(function);
  auto most = change.max_rate.value_or(0), least = change.min_rate.value_or(0);
  if (most == 0 || least <= most) return {};
  if (row().key() == "max_rate")
    return fmt::format("vf {} is promised {} Mbit/s, which is more: write sriov.min_rate, too", function.number, least);
  return fmt::format("vf {} may send {} Mbit/s at most: write sriov.max_rate, too", function.number, most);
}

std::string VirtualFunctionAttribute::beyond_the_link(node::Snapshot& now, std::uint64_t functions) const {
  auto rate = std::get<std::uint64_t>(desired());
  const auto& file = now.file(fmt::format("/sys/class/net/{}/speed", nic().netdev));
  auto speed = file ? number_in(*file) : std::nullopt;
  if (rate == 0) return {};
  // Such as "-1", or EINVAL: no carrier.
  if (!speed)
    return fmt::format(
        "Likely since {} has no carrier: drivers take a rate up to the link's speed, which isn't known "
        "before the port is up",
        nic().netdev);
  bool is_limit = row().key() == "max_rate";
  if (rate > *speed)
    return fmt::format("Likely since the link has {} Mbit/s: write {} or less{}", *speed, *speed,
                       is_limit ? ", or 0 for no limit" : "");
  if (is_limit || rate * functions <= *speed) return {};
  return fmt::format(
      "Likely since that makes {} Mbit/s for {} virtual functions, and the link has {}: write {} or less",
      rate * functions, functions, *speed, *speed / functions);
}

std::string VirtualFunctionAttribute::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  const auto& functions = now.virtual_functions(nic().ifindex);
  bool is_rate = row().key() == "max_rate" || row().key() == "min_rate";
  if (!is_rate || (error.code != EINVAL && error.code != ERANGE) || !functions) return {};
  for (const auto& function : *functions)
    if (auto why = against_the_other(function); !why.empty()) return why;
  auto why = beyond_the_link(now, functions->size());
  return why.empty() ? in_the_log() : why;
}

}  // namespace roced::settings
