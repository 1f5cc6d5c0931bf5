#include "profile/digest.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <nettle/sha2.h>

namespace roced::profile {

std::string digest(std::string_view text) {
  sha256_ctx context{};
  sha256_init(&context);
  sha256_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> sum{};
  sha256_digest(&context, sum.size(), sum.data());
  std::string out = "sha256:";
  for (auto byte : sum) out += fmt::format("{:02x}", byte);
  return out;
}

std::string_view short_digest(std::string_view digest) {
  constexpr std::size_t shown = std::string_view{"sha256:"}.size() + 8;
  return digest.substr(0, shown);
}

}  // namespace roced::profile
