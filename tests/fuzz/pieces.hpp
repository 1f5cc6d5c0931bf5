#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace roced::fuzz {

/// Ends the program, which libFuzzer calls a crash, where something doesn't hold.
inline void must(bool holds) {
  if (!holds) std::abort();
}

/// An input as texts with numbers, so that a mutation of one leaves the others what they are: pieces with a NUL between
/// them, each one's first byte is its number.
class Pieces {
 public:
  explicit Pieces(std::string_view input) {
    while (!input.empty()) {
      auto end = input.find('\0');
      if (auto piece = input.substr(0, end); !piece.empty())
        texts_[static_cast<std::uint8_t>(piece.front())] = piece.substr(1);
      input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
    }
  }

  /// nullptr where the input has none.
  const std::string* find(std::size_t number) const {
    auto found = texts_.find(number);
    return found == texts_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::size_t, std::string> texts_;
};

}  // namespace roced::fuzz
