#pragma once

#include <cstdlib>
#include <ctime>

namespace roced::test {

/// A time zone for as long as a test.
class Zone {
 public:
  explicit Zone(const char* name) {
    setenv("TZ", name, 1);
    tzset();
  }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;
  ~Zone() {
    unsetenv("TZ");
    tzset();
  }
};

}  // namespace roced::test
