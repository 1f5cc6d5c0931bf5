#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace roced::bench {

/// What was heard of a setting.
enum class Heard { nothing, broken, back };

/// Hears of the writes to one setting from the kernel itself, whoever makes them.
class Watch {
 public:
  virtual ~Watch() = default;

  virtual int fd() const = 0;
  /// The next thing that has come; `nothing`: no more. `breaker` is the process that breaks it.
  virtual Heard next(pid_t breaker) = 0;
  /// Whether the setting has its right value, read anew.
  virtual bool is_right() const = 0;
};

/// "mtu:rail0:9000", "pfc:rt0:8" (a bit a priority), "file:/proc/sys/net/ipv4/conf/rail0/arp_ignore:1". nullptr where
/// that is none of these, or can't be heard.
std::unique_ptr<Watch> watch(const std::string& what);

}  // namespace roced::bench
