#include "settings/virtual_function_attribute.hpp"

#include <fmt/format.h>

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

}  // namespace roced::settings
