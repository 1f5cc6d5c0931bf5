#include "node/default_route.hpp"

#include <set>
#include <sstream>

#include "kernel/number.hpp"

namespace roced::node {
namespace {

/// /proc/net/route: interface, destination, gateway, flags, references, use, metric, mask; in hexadecimal.
void add_ipv4(const std::string& table, std::set<std::string>& interfaces) {
  std::istringstream lines{table};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns{line};
    std::string interface, destination, gateway, flags, references, use, metric, mask;
    columns >> interface >> destination >> gateway >> flags >> references >> use >> metric >> mask;
    if (destination == "00000000" && mask == "00000000") interfaces.insert(interface);
  }
}

/// /proc/net/ipv6_route: destination, its prefix length, source, its prefix length, next hop, metric, references, use,
/// flags, interface. The kernel's own "nowhere" routes are on lo.
void add_ipv6(const std::string& table, std::set<std::string>& interfaces) {
  std::istringstream lines{table};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns{line};
    std::string destination, length, source, source_length, hop, metric, references, use, flags, interface;
    columns >> destination >> length >> source >> source_length >> hop >> metric >> references >> use >> flags >>
        interface;
    if (length == "00" && interface != "lo") interfaces.insert(interface);
  }
}

bool lies_on(int upper, int ifindex, Snapshot& now) {
  constexpr int most_layers = 8;  // a parent in another namespace could have any number
  int master = 0;
  if (const auto& link = now.link(ifindex)) master = link->master;
  for (int layer = 0; upper != 0 && layer < most_layers; ++layer) {
    if (upper == ifindex || upper == master) return true;
    const auto& link = now.link(upper);
    upper = link ? link->parent : 0;
  }
  return false;
}

}  // namespace

std::optional<std::string> default_route_on(int ifindex, Snapshot& now) {
  std::set<std::string> interfaces;
  if (const auto& table = now.file("/proc/net/route")) add_ipv4(*table, interfaces);
  if (const auto& table = now.file("/proc/net/ipv6_route")) add_ipv6(*table, interfaces);
  for (const auto& interface : interfaces) {
    const auto& text = now.file("/sys/class/net/" + interface + "/ifindex");
    auto index = text ? kernel::number_in(*text) : std::nullopt;
    if (index && lies_on(static_cast<int>(*index), ifindex, now)) return interface;
  }
  return {};
}

}  // namespace roced::node
