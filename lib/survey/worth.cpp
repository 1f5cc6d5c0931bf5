#include "survey/worth.hpp"

#include <utility>

#include "catalog/catalog.hpp"

namespace roced::survey {
namespace {

using catalog::NumberMap;
using catalog::Priorities;
using catalog::Value;

constexpr std::size_t all_dscps = 64;

Priorities set_of(const Values& values, std::string_view name) {
  const auto* set = value_of<Priorities>(values, name);
  return set == nullptr ? Priorities{} : *set;
}

bool is_word(const Values& values, std::string_view name, std::string_view word) {
  const auto* said = value_of<std::string>(values, name);
  return said != nullptr && *said == word;
}

/// Some classes have a share or go first; all of them strict is what many cards are by themselves.
bool uses_ets(const Values& values) {
  const auto* bandwidth = value_of<NumberMap>(values, "dcb.ets.bandwidth");
  auto strict = set_of(values, "dcb.ets.strict").bits();
  return (bandwidth != nullptr && !bandwidth->empty()) || (strict != 0 && strict != 0xff);
}

/// That is 0, false, or nothing at all.
bool is_nothing(const Value& value) {
  return std::visit(
      [](const auto& typed) {
        if constexpr (requires { typed.empty(); })
          return typed.empty();
        else
          return !typed;
      },
      value);
}

bool serves(const catalog::Row& row, const Value& value, const Values& all) {
  auto name = row.name;
  auto table = row.table();
  if (name == "dcb.trust" || name == "dcb.pfc") return uses_dcb(all);
  // The firmware as an owner is nothing to ask for.
  if (name == "dcb.dcbx") return uses_dcb(all) && is_word(all, name, "host");
  if (name == "dcb.pfc_stall") return is_word(all, name, "auto");
  if (name == "dcb.dscp_prio") return !is_nothing(value) && !is_word(all, "dcb.trust", "pcp");
  if (name == "dcb.cable_length" || name == "dcb.global_pause") return is_lossless(all);
  if (name == "dcb.ets.prio_tc") return uses_ets(all);
  if (table == "dcb.ets") return uses_ets(all) && !is_nothing(value);
  // A card reckons them itself, and doesn't tell whether somebody else did.
  if (table == "dcb.buffer") return false;
  if (table == "dcqcn" || table == "broadcom") return !is_without_ecn(all);
  return !is_nothing(value);
}

/// Without what trust in DSCPs fills in by itself: DSCP>>3, unless RoCE traffic or its notifications have it.
NumberMap deliberate(const NumberMap& map, const Values& all) {
  if (map.size() < all_dscps) return map;
  auto pfc = set_of(all, "dcb.pfc"), ecn = set_of(all, "ecn.priorities");
  auto is_used = [&](std::uint32_t dscp) {
    constexpr unsigned ecn_bits = 2;
    auto is = [&](const char* name, unsigned shift) {
      const auto* number = value_of<std::uint64_t>(all, name);
      return number != nullptr && *number >> shift == dscp;
    };
    return is("rdma_cm.tos", ecn_bits) || is("traffic_class", ecn_bits) ||
           (!is_without_ecn(all) && is("dcqcn.cnp_dscp", 0));
  };
  NumberMap kept;
  for (auto [dscp, priority] : map) {
    auto each = static_cast<int>(priority);
    bool is_roce = pfc.contains(each) || (is_lossless(all) && ecn.bits() != 0xff && ecn.contains(each));
    if (priority != dscp >> 3U || is_roce || is_used(dscp)) kept[dscp] = priority;
  }
  return kept;
}

catalog::RateMap limits(const catalog::RateMap& map) {
  catalog::RateMap kept;
  for (auto [each, rate] : map)
    if (rate.kilobits != 0) kept[each] = rate;
  return kept;
}

}  // namespace

bool is_lossless(const Values& values) { return !set_of(values, "dcb.pfc").empty(); }

bool uses_dcb(const Values& values) { return is_lossless(values) || is_word(values, "dcb.trust", "dscp"); }

bool is_without_ecn(const Values& values) {
  const auto* ecn = value_of<Priorities>(values, "ecn.priorities");
  return ecn != nullptr && ecn->empty();
}

Values worth_saying(const Values& all) {
  Values said;
  for (auto [name, value] : all) {
    if (auto* map = std::get_if<NumberMap>(&value); map != nullptr && name == "dcb.dscp_prio")
      *map = deliberate(*map, all);
    if (auto* rates = std::get_if<catalog::RateMap>(&value)) *rates = limits(*rates);
    if (serves(*catalog::find(name), value, all)) said.emplace(name, std::move(value));
  }
  return said;
}

}  // namespace roced::survey
