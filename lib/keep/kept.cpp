#include "keep/kept.hpp"

namespace roced::keep {
namespace {

std::chrono::microseconds between(std::uint64_t now, std::uint64_t then) {
  return std::chrono::microseconds{then > now ? then - now : 0};
}

}  // namespace

std::chrono::microseconds Deadline::left(const Moment& now) const {
  return boot == now.boot ? between(now.boottime_usec, usec) : std::chrono::microseconds{0};
}

std::chrono::microseconds Pause::left(const Moment& now) const {
  if (until_usec == 0) return std::chrono::microseconds::max();
  bool this_boot = !until.boot.empty() && until.boot == now.boot;
  return this_boot ? until.left(now) : between(now.wall_usec, until_usec);
}

}  // namespace roced::keep
