#include "profile/merge.hpp"

#include <algorithm>
#include <vector>

namespace roced::profile {
namespace {

void unset(Table& below, const Table& over) {
  auto at = over.find("unset");
  const auto* names = at == over.end() ? nullptr : at->second.as<Array>();
  if (names == nullptr) return;
  for (const auto& name : *names)
    if (const auto* text = name.as<std::string>()) erase(below, *text);
}

/// Merges tables with their depth; a group's `match` is at depth 2 of `nic`.
class Merging {
 public:
  void lay(Table& below, const Table& over) {
    unset(below, over);
    for (const auto& [key, item] : over) {
      if (key == "unset") continue;
      const auto* table = item.as<Table>();
      if (table == nullptr || is_match(key)) {
        below.insert_or_assign(key, item);
        continue;
      }
      auto& inner = below.try_emplace(key, Item{item.key, item.origin, Table{}}).first->second;
      if (inner.as<Table>() == nullptr) inner = Item{item.key, item.origin, Table{}};
      path_.push_back(key);
      lay(std::get<Table>(inner.value), *table);
      path_.pop_back();
    }
  }

 private:
  bool is_match(std::string_view key) const { return key == "match" && path_.size() == 2 && path_.front() == "nic"; }

  std::vector<std::string_view> path_;
};

}  // namespace

void merge(Table& below, const Table& over) { Merging{}.lay(below, over); }

}  // namespace roced::profile
