#pragma once

#include "survey/facts.hpp"

namespace roced::survey {

/// The value of a setting, nullptr where there's none.
template <typename T>
const T* value_of(const Values& values, std::string_view name) {
  auto found = values.find(name);
  return found == values.end() ? nullptr : std::get_if<T>(&found->second);
}

/// Some priority has flow control.
bool is_lossless(const Values& values);
/// Priorities come from DSCPs, or some have flow control: DCB is there for RoCE.
bool uses_dcb(const Values& values);
/// Whether DCQCN is known to be off.
bool is_without_ecn(const Values& values);

/// Of all values those that a profile should say: what serves RoCE and isn't what a port has by itself.
Values worth_saying(const Values& all);

}  // namespace roced::survey
