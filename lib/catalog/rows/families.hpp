#pragma once

#include <span>
#include <string_view>

#include "catalog/catalog.hpp"

/// The catalogue's rows by family, each family in the order in which its settings are written.
namespace roced::catalog {

/// Settings of this unit protect RoCE traffic from loss only together.
inline constexpr std::string_view lossless = "lossless";

std::span<const Row> rdma_rows();
std::span<const Row> sriov_rows();
std::span<const Row> port_rows();
std::span<const Row> dcb_rows();
std::span<const Row> ecn_rows();
std::span<const Row> broadcom_rows();
std::span<const Row> traffic_class_rows();
std::span<const Row> sysctl_rows();
std::span<const Row> routing_rows();
std::span<const Row> require_rows();

}  // namespace roced::catalog
