#include "settings/virtual_functions.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "node/virtual_functions.hpp"
#include "settings/number.hpp"

namespace roced::settings {

std::string VirtualFunctions::device() const { return node::device_folder(nic()); }

Reading VirtualFunctions::look(node::Snapshot& now) const {
  const auto& content = now.file(path());
  if (!content && content.error().code == ENOENT)
    return Reading::unsupported(fmt::format("{} has no SR-IOV{}: {} isn't there", nic().name,
                                            nic().kind == node::Kind::virtual_function
                                                ? ", since it is a virtual function itself"
                                                : " (off in its firmware or in the BIOS)",
                                            path()));
  return number_reading(content, path());
}

std::optional<Obstacle> VirtualFunctions::obstacle(node::Snapshot& now, const catalog::Value& actual) const {
  const auto& total = now.file(device() + "/sriov_totalvfs");
  auto most = total ? number_in(*total) : std::nullopt;
  if (most && std::get<std::uint64_t>(desired()) > *most)
    return Obstacle{State::failed, fmt::format("{} has {} virtual functions at most: change its firmware's NUM_OF_VFS "
                                               "(mlxconfig) or ask for less",
                                               nic().name, *most)};
  auto count = std::get<std::uint64_t>(actual);
  if (auto used = node::function_in_use(nic(), count, now))
    return Obstacle{.state = State::held,
                    .cause = fmt::format("{} virtual functions; virtual function {} {}, and a number changes only by "
                                         "way of 0. Free it first, as a rule by draining the node",
                                         count, used->number, used->by),
                    .busy = true};
  return {};
}

kernel::Result<Written> VirtualFunctions::write(node::Snapshot& now, Batch& batch) const {
  auto& files = batch.kernel().files();
  // From one number to another is EBUSY (drivers/pci/iov.c, sriov_numvfs_store).
  const auto& content = now.file(path());
  if (content && number_in(*content) != std::uint64_t{0})
    if (auto done = files.write(path(), "0"); !done) return tl::unexpected{done.error()};
  if (desired() == catalog::Value{std::uint64_t{0}}) return Written{};
  if (auto done = files.write(path(), to_text(desired())); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
