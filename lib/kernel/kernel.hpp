#pragma once

#include <filesystem>
#include <memory>

#include "kernel/dcb.hpp"
#include "kernel/ethtool.hpp"
#include "kernel/files.hpp"
#include "kernel/links.hpp"
#include "kernel/namespaces.hpp"
#include "kernel/rdma.hpp"
#include "kernel/routing.hpp"

namespace roced::kernel {

/// All of the kernel that roced talks to, as seen from one network namespace. Each part can be replaced.
class Kernel {
 public:
  Kernel(std::unique_ptr<Files> files, std::unique_ptr<Links> links, std::unique_ptr<Dcb> dcb,
         std::unique_ptr<Rdma> rdma, std::unique_ptr<Namespaces> namespaces, std::unique_ptr<Ethtool> ethtool,
         std::unique_ptr<Routing> routing)
      : files_{std::move(files)},
        links_{std::move(links)},
        dcb_{std::move(dcb)},
        rdma_{std::move(rdma)},
        namespaces_{std::move(namespaces)},
        ethtool_{std::move(ethtool)},
        routing_{std::move(routing)} {}

  Files& files() { return *files_; }
  Links& links() { return *links_; }
  Dcb& dcb() { return *dcb_; }
  Rdma& rdma() { return *rdma_; }
  Namespaces& namespaces() { return *namespaces_; }
  Ethtool& ethtool() { return *ethtool_; }
  Routing& routing() { return *routing_; }

 private:
  std::unique_ptr<Files> files_;
  std::unique_ptr<Links> links_;
  std::unique_ptr<Dcb> dcb_;
  std::unique_ptr<Rdma> rdma_;
  std::unique_ptr<Namespaces> namespaces_;
  std::unique_ptr<Ethtool> ethtool_;
  std::unique_ptr<Routing> routing_;
};

/// The running kernel, in this thread's network namespace. Sockets are opened at their first use.
Kernel running_kernel();

}  // namespace roced::kernel
