#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <utility>

#include "keep/kept.hpp"
#include "kernel/files.hpp"

namespace roced::agent {

/// In microseconds.
inline std::uint64_t usec_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_nsec) / 1000;
}

/// Which boot this is; empty where that can't be read.
std::string boot_id(kernel::Files& files);

/// This moment, in that boot.
inline keep::Moment moment(std::string boot) {
  return {std::move(boot), usec_of(CLOCK_BOOTTIME), usec_of(CLOCK_REALTIME)};
}

/// "2026-12-02 20:15:00 UTC": a moment of CLOCK_REALTIME.
std::string time_text(std::uint64_t usec);

}  // namespace roced::agent
