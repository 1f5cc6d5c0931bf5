#include "rails.hpp"

#include <cstdio>
#include <cstdlib>

#include <sched.h>
#include <sys/mount.h>

namespace roced::bench {

std::vector<std::string> make_rails() {
  if (unshare(CLONE_NEWNET | CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("sysfs", "/sys", "sysfs", 0, nullptr) != 0) {
    std::perror("bench: a network namespace of its own (run it as root)");
    std::exit(1);
  }
  std::vector<std::string> rails;
  for (int i = 0; i < 8; ++i) {
    auto name = "rail" + std::to_string(i);
    auto command = "ip link add " + name + " type veth peer name switch" + std::to_string(i);
    if (std::system(command.c_str()) != 0) std::exit(1);
    rails.push_back(name);
  }
  return rails;
}

}  // namespace roced::bench
