#include "settings/rdma_netns.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "kernel/initramfs.hpp"

namespace roced::settings {
namespace {

using kernel::NetnsMode;

std::string word(NetnsMode mode) { return mode == NetnsMode::shared ? "shared" : "exclusive"; }

std::string boot_id(node::Snapshot& now) {
  const auto& text = now.file(kernel::boot_id_file);
  return text ? std::string{kernel::trimmed(*text)} : std::string{};
}

std::string option_line(NetnsMode mode) {
  return fmt::format("options ib_core netns_mode={}\n", static_cast<int>(mode));
}

/// ib_core may come from the initramfs, with what modprobe.d said when that was built.
std::string initramfs_advice(node::Snapshot& now) {
  return kernel::initramfs_command([&](const std::string& path) { return now.exists(path); });
}

std::string at_next_boot(node::Snapshot& now) {
  auto tool = initramfs_advice(now);
  return tool.empty()
             ? std::string{"takes effect at the next boot"}
             : fmt::format("takes effect at the next boot; where the initramfs loads RDMA drivers, run {} first", tool);
}

}  // namespace

NetnsMode RdmaNetns::wanted() const {
  return desired() == catalog::Value{std::string{"shared"}} ? NetnsMode::shared : NetnsMode::exclusive;
}

std::string RdmaNetns::boot_file_content(node::Snapshot& now) const {
  return fmt::format("# Written by roced: rdma.netns of {}, in boot {}\n{}", origin().text(), boot_id(now),
                     option_line(wanted()));
}

Reading RdmaNetns::look(node::Snapshot& now) const {
  const auto& system = now.rdma_system();
  if (!system) {
    if (system.error().code == EPROTONOSUPPORT)
      return Reading::unsupported("RDMA isn't loaded here (no /sys/module/ib_core): load the NIC's RDMA driver");
    return Reading::unknown(system.error().text());
  }
  if (!system->netns_mode) return Reading::unsupported("this kernel has no RDMA netns mode: it came with Linux 5.2");
  return Reading::of(word(*system->netns_mode));
}

std::optional<Obstacle> RdmaNetns::obstacle(node::Snapshot& now, const catalog::Value& actual) const {
  const auto& content = now.file(boot_file);
  if (!content || content->find(option_line(wanted())) == std::string::npos) return {};
  auto id = boot_id(now);
  if (!id.empty() && content->find(id) != std::string::npos)
    return Obstacle{
        State::pending_reboot,
        fmt::format("{} now; the kernel changes it only while no other network namespace exists. Written to {}: {}",
                    to_text(actual), boot_file, at_next_boot(now)),
        true};
  return Obstacle{
      State::failed,
      fmt::format("{} although {} asked for {} before this boot: another file in modprobe.d, or an initramfs that was "
                  "built before, may say otherwise. Build the initramfs anew ({}), then reboot; or, with no other "
                  "network namespace there, try rocectl apply node rdma.netns",
                  to_text(actual), boot_file, word(wanted()),
                  initramfs_advice(now).empty() ? "with your distribution's tool" : initramfs_advice(now)),
      true};
}

kernel::Result<Written> RdmaNetns::write(node::Snapshot& now, Batch& batch) const {
  auto& files = batch.kernel().files();
  auto live = batch.kernel().rdma().set_netns_mode(wanted());
  if (live) {
    // A file from an earlier refusal would bring the old wish back at the next boot.
    if (files.exists(boot_file))
      if (auto done = files.replace(boot_file, boot_file_content(now)); !done) return tl::unexpected{done.error()};
    return Written{};
  }
  if (live.error().code != EBUSY) return tl::unexpected{live.error()};
  if (auto done = files.replace(boot_file, boot_file_content(now)); !done) return tl::unexpected{done.error()};
  auto named = batch.kernel().namespaces().names();
  return Written{
      Completion::at_reboot,
      fmt::format("{}: other network namespaces exist{}, the kernel refuses. Written to {}: {}", live.error().reason(),
                  named && !named->empty() ? fmt::format(" ({} with a name)", named->size()) : "", boot_file,
                  at_next_boot(now))};
}

}  // namespace roced::settings
