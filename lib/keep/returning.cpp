#include "keep/returning.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "catalog/catalog.hpp"

namespace roced::keep {
namespace {

/// The values of one subject, as wishes in the order of the catalogue.
std::vector<profile::Wish> wishes_of(const Values& values, const std::optional<node::Nic>& nic) {
  std::vector<profile::Wish> wishes;
  for (const auto& row : catalog::rows())
    if (auto found = values.find(key_of(nic, row.name)); found != values.end() && fits(row, found->second))
      wishes.push_back({.row = &row, .value = found->second, .origin = {}, .follows = false});
  return wishes;
}

void add(const Values& values, const std::optional<node::Nic>& nic, settings::Settings& settings) {
  auto wishes = wishes_of(values, nic);
  for (const auto& wish : wishes)
    settings.push_back(settings::make_one(wish, wishes, settings::Subject{nic, {}}, {.mode = profile::Mode::enforce}));
}

/// The NICs that any of the values is of.
std::vector<const node::Nic*> owners(const Values& values, const std::vector<node::Nic>& nics) {
  std::vector<const node::Nic*> found;
  std::set<std::string> taken;
  for (bool upper : {false, true})
    for (const auto& nic : nics) {
      auto own = key_of(nic, {});
      auto first = values.lower_bound(own);
      if (nic.is_upper() == upper && first != values.end() && first->first.starts_with(own) && taken.insert(own).second)
        found.push_back(&nic);
    }
  return found;
}

/// An interface's name may hold any bytes, a key is kept as JSON.
std::string in_ascii(const std::string& name) {
  constexpr unsigned char first_beyond = 0x80;
  std::string text;
  for (char each : name) {
    auto byte = static_cast<unsigned char>(each);
    text += byte < first_beyond && each != '\\' ? std::string(1, each) : fmt::format("\\x{:02x}", byte);
  }
  return text;
}

}  // namespace

std::string key_of(const std::optional<node::Nic>& nic, std::string_view setting) {
  std::string subject = "node";
  if (nic && !nic->permanent_address.empty())
    subject = nic->permanent_address;
  else if (nic)
    subject = nic->pci.empty() ? in_ascii(nic->name) : nic->pci + "/" + std::to_string(nic->port);
  return subject.append(" ").append(setting);
}

settings::Settings returning(const Values& values, const std::vector<node::Nic>& nics) {
  settings::Settings settings;
  add(values, {}, settings);
  for (const auto* nic : owners(values, nics)) add(values, *nic, settings);
  return settings;
}

std::vector<Stuck> stuck(const Values& values, const std::vector<node::Nic>& nics) {
  std::vector<Stuck> found;
  auto look = [&](const std::optional<node::Nic>& nic) {
    for (const auto& row : catalog::rows())
      if (auto at = values.find(key_of(nic, row.name)); at != values.end() && !fits(row, at->second))
        found.push_back({at->first, nic ? nic->name : "node", row.name, at->second});
  };
  look({});
  for (const auto* nic : owners(values, nics)) look(*nic);
  return found;
}

std::vector<std::string> absent(const Values& values, const std::vector<node::Nic>& nics) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  for (const auto& setting : returning(values, nics))
    std::erase(keys, key_of(setting->subject().nic, setting->row().name));
  return keys;
}

}  // namespace roced::keep
