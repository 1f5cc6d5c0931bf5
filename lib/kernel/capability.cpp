#include "kernel/capability.hpp"

#include <array>
#include <cstdint>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace roced::kernel {
namespace {

void set_sys_admin(bool effective) {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, 2> data{};
  if (syscall(SYS_capget, &header, data.data()) != 0) return;
  constexpr std::uint32_t bit = 1U << CAP_SYS_ADMIN;
  auto& sets = data.front();
  sets.effective = effective ? sets.effective | (sets.permitted & bit) : sets.effective & ~bit;
  syscall(SYS_capset, &header, data.data());
}

}  // namespace

void lower_sys_admin() { set_sys_admin(false); }

SysAdmin::SysAdmin() { set_sys_admin(true); }

}  // namespace roced::kernel
