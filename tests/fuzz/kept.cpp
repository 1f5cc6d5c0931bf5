#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include <nlohmann/json.hpp>

#include "keep/kept_json.hpp"
#include "pieces.hpp"
#include "profile/digest.hpp"

using namespace roced;
using fuzz::must;

namespace {

/// What is kept, or nothing where the text isn't what to_json() wrote.
bool read(const std::string& text, keep::Kept& kept) {
  try {
    kept = keep::kept_from(text);
    return true;
  } catch (const std::exception& error) {
    must(*error.what() != '\0');
    return false;
  }
}

/// The file whose state is this text, with the checksum that lets it in; empty where it is no JSON.
std::string let_in(const std::string& state) {
  auto body = nlohmann::json::parse(state, nullptr, false);
  if (body.is_discarded()) return {};
  auto dumped = body.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
  return R"({"schema": 1, "checksum": ")" + profile::digest(dumped) + R"(", "state": )" + dumped + '}';
}

}  // namespace

/// The file of what roced keeps over its end. What is read and written again reads the same, and writes the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text{reinterpret_cast<const char*>(data), size};
  keep::Kept kept, again;
  read(text, kept);
  if (!read(let_in(text), kept)) return 0;
  auto written = keep::to_json(kept);
  must(read(written, again) && again == kept && keep::to_json(again) == written);
  return 0;
}
