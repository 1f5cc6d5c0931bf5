#pragma once

namespace roced::kernel {

/// Takes CAP_SYS_ADMIN out of this thread's effective capabilities; it stays permitted, if it was.
void lower_sys_admin();

/// Has it in effect, where it is permitted, for as long as this lives.
class SysAdmin {
 public:
  SysAdmin();
  SysAdmin(const SysAdmin&) = delete;
  SysAdmin& operator=(const SysAdmin&) = delete;
  ~SysAdmin() { lower_sys_admin(); }
};

}  // namespace roced::kernel
