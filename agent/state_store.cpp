#include "agent/state_store.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernel/files.hpp"

namespace roced::agent {
namespace {

constexpr const char* name = "originals.json";

std::string key(const settings::Setting& setting) {
  const auto& nic = setting.subject().nic;
  if (!nic) return fmt::format("node {}", setting.row().name);
  auto port = nic->pci.empty() ? nic->name : fmt::format("{}/{}", nic->pci, nic->port);
  return fmt::format("{} {}", port, setting.row().name);
}

}  // namespace

std::filesystem::path StateStore::folder() {
  const char* given = std::getenv("STATE_DIRECTORY");
  return given != nullptr ? given : "/var/lib/roced";
}

StateStore::StateStore(std::filesystem::path folder) : folder_{std::move(folder)} {
  std::ifstream file{folder_ / name};
  if (!file) return;
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  try {
    nlohmann::json::parse(text).at("originals").get_to(originals_);
  } catch (const nlohmann::json::exception&) {
    std::error_code ignored;
    std::filesystem::rename(folder_ / name, folder_ / "originals.json.damaged", ignored);
    damage_ = fmt::format(
        "{} can't be read and was set aside as originals.json.damaged: what settings were before roced's first "
        "change of them is kept anew from now on",
        (folder_ / name).string());
  }
}

kernel::Result<void> StateStore::keep(const std::vector<converge::Intent>& intents) {
  bool grown = false;
  for (const auto& [setting, from] : intents) grown = originals_.emplace(key(*setting), from).second || grown;
  return grown ? save() : kernel::Result<void>{};
}

kernel::Result<void> StateStore::save() const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return kernel::failure(error.value(), "make " + folder_.string());
  auto json = nlohmann::json{{"schema", 1}, {"originals", originals_}};
  return kernel::Files{}.replace((folder_ / name).string(),
                                 json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

}  // namespace roced::agent
