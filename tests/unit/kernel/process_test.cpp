#include "kernel/process.hpp"

#include <doctest/doctest.h>

#include "fake/fake_kernel.hpp"

using namespace roced;

namespace {

std::string told(const std::string& control_group, const std::string& command = "python3") {
  fake::FakeKernel fake;
  if (!command.empty()) fake.add_file("/proc/4242/comm", command + "\n");
  fake.add_file("/proc/4242/cgroup", control_group);
  return kernel::process(fake.kernel().files(), 4242).text();
}

}  // namespace

TEST_CASE("a process is told with its unit, or its pod") {
  CHECK(told("0::/system.slice/NetworkManager.service\n") == "python3 (pid 4242, NetworkManager.service)");
  CHECK(told("0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-7.scope\n") ==
        "python3 (pid 4242, run-7.scope)");
  CHECK(told("0::/kubepods.slice/kubepods-burstable.slice/"
             "kubepods-burstable-pod0d2e1b34_aaaa_bbbb_cccc_0123456789ab.slice/"
             "cri-containerd-77.scope\n") == "python3 (pid 4242, pod 0d2e1b34-aaaa-bbbb-cccc-0123456789ab)");
  CHECK(told("12:cpu:/x\n1:name=systemd:/kubepods/pod0d2e1b34-aaaa-bbbb-cccc-0123456789ab/77\n") ==
        "python3 (pid 4242, pod 0d2e1b34-aaaa-bbbb-cccc-0123456789ab)");
  CHECK(told("0::/\n") == "python3 (pid 4242)");
  CHECK(told("", "") == "a process that is gone (pid 4242)");
}
