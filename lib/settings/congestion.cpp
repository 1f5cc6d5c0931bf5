#include "settings/congestion.hpp"

#include <cerrno>
#include <charconv>

#include <fmt/format.h>

#include "settings/configfs.hpp"
#include "settings/congestion_names.hpp"
#include "settings/number.hpp"

namespace roced::settings {
namespace {

using node::CongestionWay;

/// Of "none [integrity] confidentiality": whether debugfs is hidden (security/lockdown, LOCKDOWN_DEBUGFS).
bool locked_down(node::Snapshot& now) {
  const auto& text = now.file("/sys/kernel/security/lockdown");
  return text &&
         (text->find("[integrity]") != std::string::npos || text->find("[confidentiality]") != std::string::npos);
}

/// irdma takes its parameters when it is loaded, for all its ports; what they are now is worth knowing.
std::string of_irdma(node::Snapshot& now, const node::Nic& nic) {
  const auto& enabled = now.file(nic.congestion.folder + "/dcqcn_enable");
  return fmt::format(
      "irdma has DCQCN by module parameters alone, fixed while it is loaded (dcqcn_enable is {}): set "
      "them in modprobe.d (options irdma dcqcn_enable=1 dcqcn_cc_cfg_valid=1 ...) and reboot",
      enabled ? kernel::trimmed(*enabled) : "unreadable");
}

/// mlx5 prints its 32 bits as a signed number (kernel: get_param, cong.c): what a negative one stands for.
std::optional<std::uint64_t> printed_signed(std::string_view text) {
  auto digits = kernel::trimmed(text);
  if (!digits.starts_with('-')) return {};
  std::int32_t number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return {};
  return static_cast<std::uint32_t>(number);
}

/// It counts in mode 0 alone, which a write of it brings about (kernel: mlx5_ib_set_cc_params, cong.c).
constexpr std::string_view np_cnp_prio = "np_cnp_prio";

std::string device_folder(const node::Nic& nic) {
  return nic.congestion.folder.substr(0, nic.congestion.folder.find("/ports/"));
}

}  // namespace

std::optional<Reading> without_congestion_control(node::Snapshot& now, const node::Nic& nic) {
  const auto& control = nic.congestion;
  if (control.way == CongestionWay::irdma) return Reading::unsupported(of_irdma(now, nic));
  if (control.way != CongestionWay::none) return {};
  auto text = fmt::format("{}: no congestion control (DCQCN) parameters: {}", nic.name, control.missing);
  return control.unseen ? Reading::unknown(text) : Reading::unsupported(text);
}

Reading congestion_number(node::Snapshot& now, const node::Nic& nic, std::string_view file) {
  auto path = fmt::format("{}/{}", nic.congestion.folder, file);
  const auto& content = now.file(path);
  if (!content && content.error().code == EPERM && locked_down(now))
    return Reading::unsupported(
        fmt::format("{}: kernel lockdown (Secure Boot) hides it. MLNX_OFED's driver has the same "
                    "knobs in sysfs",
                    path));
  bool staged = nic.congestion.way == CongestionWay::bnxt_configfs;
  if (!content && staged && (content.error().code == ENOENT || content.error().code == ENODEV))
    return Reading::unknown(
        fmt::format("{} isn't there: its folder must be made first, which roced does where it may "
                    "write (mode = \"enforce\", or rocectl apply)",
                    path));
  if (content && nic.congestion.way == CongestionWay::mlx5)
    if (auto number = printed_signed(*content)) return Reading::of(*number);
  return number_reading(content, path);
}

LastWrites last_congestion_writes(const node::Nic& nic) {
  if (nic.congestion.way != CongestionWay::bnxt_configfs) return {};
  return {{nic.congestion.folder + "/apply", "0x1"}};
}

kernel::Result<void> write_congestion_number(Batch& batch, const node::Nic& nic, std::string_view file,
                                             std::uint64_t number) {
  auto path = fmt::format("{}/{}", nic.congestion.folder, file);
  if (nic.congestion.way != CongestionWay::bnxt_configfs)
    return batch.kernel().files().write(path, std::to_string(number));
  // Hexadecimal, whatever it looks like: 10 would be 16.
  for (const auto& [last, text] : last_congestion_writes(nic)) batch.finish_with(last, text);
  return batch.stage(path, fmt::format("{:#x}", number));
}

std::string_view applied_with(const node::Nic& nic) {
  if (nic.congestion.way != CongestionWay::bnxt_configfs) return {};
  return "what else is staged in its cc folder becomes the card's, too";
}

bool prepare_congestion_control(kernel::Files& files, const node::Nic& nic) {
  return nic.congestion.way == CongestionWay::bnxt_configfs && make_anew(files, device_folder(nic));
}

bool CongestionParameter::prepare(kernel::Kernel& kernel) const {
  return prepare_congestion_control(kernel.files(), nic());
}

Reading CongestionParameter::look(node::Snapshot& now) const {
  if (auto without = without_congestion_control(now, nic())) return std::move(*without);
  auto name = congestion_name(row().name, nic().congestion.way);
  if (name.empty())
    return Reading::unsupported(fmt::format("there is no {} in {}", row().key(), to_text(nic().congestion.way)));
  auto found = congestion_number(now, nic(), name);
  if (name != np_cnp_prio || found.kind != Reading::Kind::value) return found;
  auto mode = congestion_number(now, nic(), "np_cnp_prio_mode");
  if (mode.kind != Reading::Kind::value || mode.value == catalog::Value{std::uint64_t{0}}) return found;
  return Reading::of(
      fmt::format("{}, not in force: np_cnp_prio_mode is {}", to_text(found.value), to_text(mode.value)));
}

kernel::Result<Written> CongestionParameter::write(node::Snapshot& /*now*/, Batch& batch) const {
  auto name = congestion_name(row().name, nic().congestion.way);
  if (auto done = write_congestion_number(batch, nic(), name, std::get<std::uint64_t>(desired())); !done)
    return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
