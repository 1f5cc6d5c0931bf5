#include "settings/traffic_class.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "settings/number.hpp"

namespace roced::settings {

std::string TrafficClass::path() const {
  return fmt::format("/sys/class/infiniband/{}/tc/{}/traffic_class", nic().rdma_device, nic().port);
}

Reading TrafficClass::look(node::Snapshot& now) const {
  if (nic().rdma_device.empty()) return Reading::unsupported(fmt::format("{} has no RDMA device", nic().name));
  const auto& content = now.file(path());
  if (!content && content.error().code == ENOENT)
    return Reading::unsupported(
        fmt::format("{} isn't there: MLNX_OFED's driver has it, Linux' own hasn't. rdma_cm.tos "
                    "and NCCL_IB_TC do the same for their programs",
                    path()));
  if (!content) return Reading::from(content.error());
  constexpr std::string_view label = "Global tclass=";
  auto line = kernel::trimmed(std::string_view{*content}.substr(0, content->find('\n')));
  if (line.starts_with(label)) return number_reading(std::string{line.substr(label.size())}, path());
  // Rules by address alone leave the rest unset.
  return Reading::of(std::string{"unset"});
}

kernel::Result<Written> TrafficClass::write(node::Snapshot& /*now*/, Batch& batch) const {
  if (auto done = batch.kernel().files().write(path(), to_text(desired())); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
