#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "profile/decode.hpp"
#include "profile/nearest.hpp"
#include "profile/text.hpp"
#include "profile/values.hpp"

namespace roced::profile {
namespace {

constexpr std::uint64_t most_nics = 4096;
constexpr std::uint64_t last_dscp = 63;

bool is_name(std::string_view text) {
  constexpr std::size_t longest = 64;
  auto good = [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '-';
  };
  return !text.empty() && text.size() <= longest && text.front() != '-' && std::all_of(text.begin(), text.end(), good);
}

/// Reads what [nic.NAME] says beside its settings.
class GroupDecoding {
 public:
  GroupDecoding(const Table& groups, const Table& table, Draft& draft, Table& canonical, Findings& findings)
      : groups_{groups},
        table_{table},
        draft_{draft},
        group_{draft.group},
        canonical_{canonical},
        findings_{findings} {}

  void read() {
    read_match();
    read_count();
    read_mode();
    read_optional();
    read_roce();
  }

 private:
  void keep(std::string_view key, Item item) {
    put(canonical_, fmt::format("nic.{}.{}", group_.name, key), std::move(item));
  }

  void read_match() {
    const auto* match = find(table_, "match");
    if (match == nullptr) {
      findings_.error(group_.origin, fmt::format("[nic.{}] has no match: it doesn't say which NICs it means{}",
                                                 group_.name, did_you_mean(group_.name, others_with_match())));
      return;
    }
    Table conditions;
    decode_match(*match, group_.name, group_, conditions, findings_);
    keep("match", {match->key, match->origin, std::move(conditions)});
  }

  /// The groups that this one may be a slip of.
  std::vector<std::string_view> others_with_match() const {
    std::vector<std::string_view> names;
    for (const auto& [name, item] : groups_)
      if (const auto* other = item.as<Table>(); other != nullptr && find(*other, "match") != nullptr)
        names.push_back(name);
    return names;
  }

  void read_count() {
    const auto* count = find(table_, "count");
    if (count == nullptr) return;
    auto number = Values{findings_}.number("count", *count, {1, most_nics, {}, "NICs"});
    if (!number) return;
    group_.count = static_cast<unsigned>(*number);
    keep("count", *count);
  }

  void read_mode() {
    const auto* item = find(table_, "mode");
    auto mode = item == nullptr ? std::nullopt : decode_mode(*item, findings_);
    if (!mode || *mode == group_.mode) return;
    group_.mode = *mode;
    keep("mode", *item);
  }

  void read_optional() {
    const auto* item = find(table_, "optional");
    if (item == nullptr) return;
    const auto* array = item->as<Array>();
    if (array == nullptr) {
      findings_.error(item->origin, fmt::format("optional: must be an array of settings, not {}", described(*item)));
      return;
    }
    auto& names = group_.optional;
    for (const auto& element : *array)
      if (auto name = setting(element)) names.push_back(*name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (names.empty()) return;
    Array set;
    for (const auto& name : names) set.push_back({{}, item->origin, name});
    keep("optional", {item->key, item->origin, std::move(set)});
  }

  std::optional<std::string> setting(const Item& element) {
    std::vector<std::string_view> known;
    for (const auto& row : catalog::rows())
      if (row.scope == catalog::Scope::nic) known.push_back(row.name);
    const auto* text = element.as<std::string>();
    if (text == nullptr) {
      findings_.error(element.origin, fmt::format("optional: must be a setting, not {}", described(element)));
      return std::nullopt;
    }
    if (std::find(known.begin(), known.end(), *text) != known.end()) return *text;
    findings_.error(element.origin,
                    fmt::format("optional: unknown setting '{}'{}", shown(*text), did_you_mean(*text, known)));
    return std::nullopt;
  }

  void read_roce() {
    constexpr std::uint64_t last_priority = 7;
    auto& roce = draft_.roce;
    roce.priority = asked("roce.priority", last_priority);
    roce.dscp = asked("roce.dscp", last_dscp);
    roce.cnp_priority = asked("roce.cnp_priority", last_priority);
    roce.cnp_dscp = asked("roce.cnp_dscp", last_dscp);
  }

  std::optional<Asked> asked(std::string_view key, std::uint64_t most) {
    const auto* item = find(table_, key);
    if (item == nullptr) return std::nullopt;
    auto number = Values{findings_}.number(key, *item, {0, most, {}, {}});
    if (!number) return std::nullopt;
    keep(key, *item);
    return Asked{static_cast<std::uint8_t>(*number), item->key};
  }

  const Table& groups_;
  const Table& table_;
  Draft& draft_;
  Group& group_;
  Table& canonical_;
  Findings& findings_;
};

}  // namespace

std::optional<Draft> decode_group(const Table& groups, const std::string& name, Mode inherited, Table& canonical,
                                  Findings& findings) {
  const auto& item = groups.at(name);
  if (!is_name(name)) {
    findings.error(item.key,
                   fmt::format("'{}' is no name for a group (up to 64 letters, digits, '_' and '-')", shown(name)));
    return std::nullopt;
  }
  const auto& table = *item.as<Table>();
  Draft draft;
  draft.group.name = name;
  draft.group.mode = inherited;
  draft.group.origin = item.key;
  GroupDecoding{groups, table, draft, canonical, findings}.read();
  draft.group.wishes = decode_wishes(table, catalog::Scope::nic, fmt::format("nic.{}.", name), canonical, findings);
  for (const auto& [dscp, entry] : table_at(table, "dcb.dscp_prio"))
    if (auto number = parse_key(dscp, 0, last_dscp)) draft.mapped[*number] = entry.key;
  return draft;
}

const Wish* Draft::wish(std::string_view name) const {
  auto at =
      std::find_if(group.wishes.begin(), group.wishes.end(), [&](const Wish& each) { return each.row->name == name; });
  return at == group.wishes.end() ? nullptr : &*at;
}

}  // namespace roced::profile
