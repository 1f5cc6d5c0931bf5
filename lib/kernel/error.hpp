#pragma once

#include <string>
#include <tl/expected.hpp>

namespace roced::kernel {

/// Why the kernel didn't do as asked.
struct Error {
  int code = 0;        ///< errno; never 0
  std::string action;  ///< what was asked, without who asked: "set mtu of rt0 to 9000"
  std::string detail;  ///< the kernel's own sentence (extended ACK); often empty

  /// "EINVAL (Invalid argument): mtu greater than device maximum", without the action.
  std::string reason() const;
  /// "set mtu of rt0 to 9000: EINVAL (Invalid argument): mtu greater than device maximum"
  std::string text() const;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(int code, std::string action, std::string detail = {}) {
  return tl::unexpected<Error>{Error{code, std::move(action), std::move(detail)}};
}

/// "EBUSY (Device or resource busy)"; the number where errno has no name.
std::string errno_text(int code);

}  // namespace roced::kernel
