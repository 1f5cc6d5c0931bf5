#include "node/congestion.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "node/node.hpp"

namespace roced::node {
namespace {

constexpr const char* debugfs = "/sys/kernel/debug";
constexpr const char* configfs_bnxt = "/sys/kernel/config/bnxt_re";

/// Why debugfs has no such folder; what a person can do about it.
CongestionControl missing_in_debugfs(kernel::Files& files, const std::string& folder, const char* driver) {
  auto all = files.list(debugfs);
  if (!all && all.error().code == EACCES)
    return {.missing = fmt::format("only root can look into {}", debugfs), .unseen = true};
  if (!all && all.error().code != ENOENT) return {.missing = all.error().text(), .unseen = true};
  if (!all || all->empty())
    return {.missing = fmt::format("debugfs isn't mounted at {}: mount -t debugfs none {}", debugfs, debugfs)};
  return {.missing = fmt::format("{} isn't there: the firmware allows no congestion control parameters, or {} isn't "
                                 "loaded",
                                 folder, driver)};
}

CongestionControl of_mlx5(kernel::Files& files, const Nic& nic) {
  auto folder = fmt::format("{}/mlx5/{}/cc_params", debugfs, nic.bus_name);
  if (files.exists(folder)) return {.way = CongestionWay::mlx5, .folder = folder};
  return missing_in_debugfs(files, folder, "mlx5_ib");
}

CongestionControl of_bnxt(kernel::Files& files, const Nic& nic) {
  if (files.exists(configfs_bnxt))
    return {.way = CongestionWay::bnxt_configfs,
            .folder = fmt::format("{}/{}/ports/{}/cc", configfs_bnxt, nic.rdma_device, nic.port)};
  auto folder = fmt::format("{}/bnxt_re/{}/cc_config", debugfs, nic.bus_name);
  if (files.exists(folder)) return {.way = CongestionWay::bnxt_debugfs, .folder = folder};
  return missing_in_debugfs(files, folder, "bnxt_re");
}

}  // namespace

CongestionControl find_congestion_control(kernel::Files& files, const Nic& nic) {
  if (nic.netdev.empty() || nic.is_upper()) return {};
  if (!nic.in_sysfs) return {.missing = "/sys shows another network namespace", .unseen = true};
  auto ofed = fmt::format("/sys/class/net/{}/ecn", nic.netdev);
  if (files.exists(ofed + "/roce_rp/enable")) return {.way = CongestionWay::ofed, .folder = ofed};
  CongestionControl none{
      .missing = fmt::format("the {} driver has no way to it", nic.driver.empty() ? "network" : nic.driver)};
  if (nic.bus_name.empty()) return none;
  if (nic.kind == Kind::virtual_function) return {.missing = "a virtual function has none; it is set on the PF"};
  auto mlx5 = of_mlx5(files, nic);
  if (mlx5.way != CongestionWay::none || nic.driver == "mlx5_core") return mlx5;
  auto bnxt = of_bnxt(files, nic);
  if ((bnxt.way != CongestionWay::none && !nic.rdma_device.empty()) || nic.driver == "bnxt_en") return bnxt;
  constexpr const char* irdma = "/sys/module/irdma/parameters";
  if (files.exists(fmt::format("{}/dcqcn_enable", irdma)) && (nic.driver == "ice" || nic.driver == "i40e"))
    return {.way = CongestionWay::irdma, .folder = irdma};
  return none;
}

}  // namespace roced::node
