#pragma once

#include <array>
#include <cstdint>

namespace roced::catalog {

/// What one RoCE packet can hold without its headers, in bytes (enum ib_mtu).
inline constexpr std::array<std::uint64_t, 5> roce_mtus{256, 512, 1024, 2048, 4096};

/// What a netdev's MTU must have beyond that (kernel: iboe_get_mtu, rdma/ib_addr.h).
inline constexpr std::uint64_t roce_headers = 96;

}  // namespace roced::catalog
