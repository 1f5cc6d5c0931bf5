#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "profile/decode.hpp"
#include "profile/text.hpp"
#include "profile/values.hpp"

namespace roced::profile {
namespace {

constexpr std::array<std::string_view, 3> kinds{"pf", "vf", "virtual"};

std::string lower(std::string text) {
  for (char& each : text)
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  return text;
}

bool is_hex(char each) { return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f'); }

/// "15b3" of "0x15B3"; empty for anything else.
std::string pci_id(const std::string& text) {
  auto id = lower(text);
  if (id.starts_with("0x")) id.erase(0, 2);
  return id.size() == 4 && std::all_of(id.begin(), id.end(), is_hex) ? id : std::string{};
}

/// Reads the conditions of one table, `match` or its `not`.
class Conditions {
 public:
  Conditions(const Table& table, std::string name, Table& canonical, Findings& findings)
      : table_{table}, name_{std::move(name)}, canonical_{canonical}, findings_{findings}, values_{findings} {}

  Match read() {
    Match match;
    auto text = [](const std::string& as_is) { return as_is; };
    match.ifname = list("ifname", text);
    match.pci = list("pci", lower);
    match.rdma_device = list("rdma_device", text);
    match.vendor = list("vendor", pci_id, "a PCI ID (four hexadecimal digits, such as \"0x15b3\")");
    match.device = list("device", pci_id, "a PCI ID (four hexadecimal digits, such as \"0x1021\")");
    match.driver = list("driver", text);
    match.kind = words("kind", kinds);
    match.link_layer = words("link_layer", catalog::find("link_layer")->words);
    return match;
  }

 private:
  /// `normal` makes the canonical form of a string, an empty one of what isn't `what`.
  template <typename Function>
  std::vector<std::string> list(const std::string& key, Function normal, std::string_view what = {}) {
    auto at = table_.find(key);
    if (at == table_.end()) return {};
    auto name = fmt::format("{}.{}", name_, key);
    std::vector<std::string> found;
    for (const auto* item : values_.strings(name, at->second)) {
      const auto& text = *item->as<std::string>();
      found.push_back(normal(text));
      if (found.back().empty())
        findings_.error(item->origin, fmt::format("{}: \"{}\" is not {}", name, shown(text), what));
    }
    return keep(key, at->second, std::move(found));
  }

  std::vector<std::string> words(const std::string& key, std::span<const std::string_view> known) {
    auto at = table_.find(key);
    if (at == table_.end()) return {};
    auto name = fmt::format("{}.{}", name_, key);
    std::vector<std::string> found;
    for (const auto* item : values_.strings(name, at->second))
      if (auto word = values_.word(name, *item, known)) found.push_back(*word);
    return keep(key, at->second, std::move(found));
  }

  /// A list means any of: a set.
  std::vector<std::string> keep(const std::string& key, const Item& item, std::vector<std::string> found) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    Array array;
    for (const auto& text : found) array.push_back({{}, item.origin, text});
    if (array.size() == 1)
      canonical_[key] = {item.key, item.origin, std::move(array.front().value)};
    else
      canonical_[key] = {item.key, item.origin, std::move(array)};
    return found;
  }

  const Table& table_;
  std::string name_;
  Table& canonical_;
  Findings& findings_;
  Values values_;
};

}  // namespace

void decode_match(const Item& item, std::string_view name, Group& group, Table& canonical, Findings& findings) {
  const auto* table = item.as<Table>();
  if (table == nullptr) return;
  group.match = Conditions{*table, "match", canonical, findings}.read();
  if (const auto* except = find(*table, "not"); except != nullptr && except->as<Table>() != nullptr) {
    Table conditions;
    group.except = Conditions{*except->as<Table>(), "match.not", conditions, findings}.read();
    if (!conditions.empty()) canonical["not"] = {except->key, except->origin, std::move(conditions)};
  }
  bool only_not = table->empty() || (table->size() == 1 && table->contains("not"));
  if (only_not)
    findings.error(item.key,
                   fmt::format("match of [nic.{}] says {}: it would match every NIC", name,
                               table->empty() ? "nothing" : "only what it does not match"),
                   "Name what the NICs have in common: driver, ifname, pci, rdma_device, vendor, device, kind.");
}

}  // namespace roced::profile
