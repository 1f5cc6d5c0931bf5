#include <cerrno>

#include <doctest/doctest.h>

#include "kernel/error.hpp"

namespace roced::kernel {

TEST_CASE("an error says what was asked, and why not") {
  Error plain{EBUSY, "set the RDMA netns mode to shared", {}};
  CHECK(plain.reason() == "EBUSY (Device or resource busy)");
  CHECK(plain.text() == "set the RDMA netns mode to shared: EBUSY (Device or resource busy)");
  Error with_detail{EINVAL, "set mtu of rail0 to 67", "mtu less than device minimum"};
  CHECK(with_detail.text() == "set mtu of rail0 to 67: EINVAL (Invalid argument): mtu less than device minimum");
  CHECK(errno_text(100000) == "errno 100000");
}

}  // namespace roced::kernel
