#include "keep/returning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "catalog/catalog.hpp"

namespace roced::keep {
namespace {

/// The values of one subject, as wishes in the order of the catalogue.
std::vector<profile::Wish> wishes_of(const Values& values, const std::optional<node::Nic>& nic) {
  std::vector<profile::Wish> wishes;
  for (const auto& row : catalog::rows())
    if (auto found = values.find(key_of(nic, row.name)); found != values.end())
      wishes.push_back({.row = &row, .value = found->second, .origin = {}, .follows = false});
  return wishes;
}

void add(const Values& values, const std::optional<node::Nic>& nic, const std::string& group,
         settings::Settings& settings) {
  auto wishes = wishes_of(values, nic);
  for (const auto& wish : wishes)
    settings.push_back(
        settings::make_one(wish, wishes, settings::Subject{nic, group}, {.mode = profile::Mode::enforce}));
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

settings::Settings returning(const Values& values, const std::vector<node::Member>& members) {
  settings::Settings settings;
  add(values, {}, {}, settings);
  for (const auto& member : members) add(values, member.nic, member.group->name, settings);
  return settings;
}

std::vector<std::string> absent(const Values& values, const std::vector<node::Member>& members) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) keys.push_back(key);
  for (const auto& setting : returning(values, members))
    std::erase(keys, key_of(setting->subject().nic, setting->row().name));
  return keys;
}

}  // namespace roced::keep
