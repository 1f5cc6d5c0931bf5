#include "settings/rdma_cm.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "settings/configfs.hpp"
#include "settings/number.hpp"

namespace roced::settings {
namespace {

constexpr std::string_view root = "/sys/kernel/config/rdma_cm";
constexpr std::string_view v1 = "IB/RoCE v1", v2 = "RoCE v2";

}  // namespace

std::string RdmaCm::device_folder() const { return fmt::format("{}/{}", root, nic().rdma_device); }

std::string RdmaCm::path() const {
  return fmt::format("{}/ports/{}/default_roce_{}", device_folder(), nic().port, row().key() == "tos" ? "tos" : "mode");
}

bool RdmaCm::prepare(kernel::Kernel& kernel) const {
  return !nic().rdma_device.empty() && make_anew(kernel.files(), device_folder());
}

Reading RdmaCm::look(node::Snapshot& now) const {
  if (nic().rdma_device.empty()) return Reading::unsupported(fmt::format("{} has no RDMA device", nic().name));
  const auto& content = now.file(path());
  if (content) {
    if (row().key() == "tos") return number_reading(content, path());
    auto said = kernel::trimmed(*content);
    if (said == v1 || said == v2) return Reading::of(std::string{said == v2 ? "v2" : "v1"});
    return Reading::unknown(fmt::format("{} says '{}'", path(), said.substr(0, 40)));
  }
  if (content.error().code == ENODEV)
    return Reading::unknown(
        fmt::format("{} belongs to a device that has gone; roced makes it anew where it may write", path()));
  if (content.error().code != ENOENT) return Reading::from(content.error());
  if (!now.exists(std::string{root}))
    return Reading::unsupported(
        fmt::format("{} isn't there: rdma_cm isn't loaded (modprobe rdma_cm), or configfs isn't "
                    "mounted at /sys/kernel/config",
                    root));
  return Reading::unknown(
      fmt::format("{} isn't there: its folder must be made first, which roced does where it may "
                  "write (mode = \"enforce\", or rocectl apply)",
                  path()));
}

kernel::Result<Written> RdmaCm::write(node::Snapshot& /*now*/, Batch& batch) const {
  auto text = to_text(desired());
  if (row().key() != "tos") text = text == "v2" ? v2 : v1;
  if (auto done = batch.kernel().files().write(path(), text); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
