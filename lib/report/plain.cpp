#include "report/plain.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace roced::report {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// How many bytes the character there has; 0 where it is no UTF-8.
std::size_t length_at(std::string_view text, std::size_t at) {
  auto first = byte_at(text, at);
  std::size_t length = 0;
  if (first < 0x80) length = 1;
  if (first >= 0xc2 && first < 0xe0) length = 2;
  if (first >= 0xe0 && first < 0xf0) length = 3;
  if (first >= 0xf0 && first < 0xf5) length = 4;
  if (length > text.size() - at) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, at + i) & 0xc0U) != 0x80) return 0;
  return length;
}

char32_t code_of(std::string_view character) {
  if (character.size() == 1) return byte_at(character, 0);
  char32_t code = byte_at(character, 0) & (0xffU >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6U | (byte_at(character, i) & 0x3fU);
  return code;
}

/// Controls, of both sets; and what turns the direction of writing, so that a text reads as another one.
bool is_obeyed(char32_t code) {
  bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  bool line_end = code == 0x2028 || code == 0x2029;
  bool direction = code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                   (code >= 0x2066 && code <= 0x2069) || code == 0x61c;
  return control || line_end || direction;
}

}  // namespace

std::string plain(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    auto length = length_at(text, at);
    auto character = text.substr(at, std::max<std::size_t>(length, 1));
    at += character.size();
    if (length != 0 && !is_obeyed(code_of(character))) {
      safe += character;
      continue;
    }
    for (char byte : character) safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  }
  return safe;
}

}  // namespace roced::report
