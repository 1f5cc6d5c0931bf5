#include <array>

#include "catalog/roce.hpp"
#include "catalog/rows/families.hpp"

namespace roced::catalog {
namespace {

// Checks: roced writes none of these.
constexpr std::array table{
    Row{.name = "require.active_mtu",
        .scope = Scope::nic,
        .type = Type::number,
        .least = roce_mtus.front(),
        .most = roce_mtus.back(),
        .among = roce_mtus,
        .measure = "bytes",
        .event = Event::link,
        .ethernet = false,
        .where = "libibverbs, ibv_query_port (ibv_devinfo: active_mtu)",
        .since = "2.6.11",
        .text =
            "What the RDMA port puts into one packet. A check: it follows the netdev's MTU, which must have room for "
            "it and 96 bytes of headers. Told while the port is up."},
};

}  // namespace

std::span<const Row> require_rows() { return table; }

}  // namespace roced::catalog
