#include "settings/file_knob.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "settings/number.hpp"

namespace roced::settings {

std::string FileKnob::path() const { return fmt::format(fmt::runtime(row().file), subject().nic ? nic().netdev : ""); }

Reading FileKnob::look(node::Snapshot& now) const {
  auto own_path = path();
  if (row().type == catalog::Type::word) {
    const auto& content = now.file(own_path);
    return content ? Reading::of(std::string{kernel::trimmed(*content)}) : Reading::from(content.error());
  }
  auto own = number_reading(now.file(own_path), own_path);
  if (own.kind != Reading::Kind::value || row().combine == catalog::Combine::alone) return own;
  auto all_path = std::string{row().all};
  auto all = number_reading(now.file(all_path), all_path);
  if (all.kind != Reading::Kind::value) return all;
  return Reading::of(std::max(std::get<std::uint64_t>(own.value), std::get<std::uint64_t>(all.value)));
}

std::optional<Obstacle> FileKnob::obstacle(node::Snapshot& now, const catalog::Value& actual) const {
  if (row().combine != catalog::Combine::max) return {};
  auto all_path = std::string{row().all};
  auto all = number_reading(now.file(all_path), all_path);
  if (all.kind != Reading::Kind::value || std::get<std::uint64_t>(all.value) <= std::get<std::uint64_t>(desired()))
    return {};
  return Obstacle{State::failed,
                  fmt::format("{} is {} and the larger counts: {} can't get below it. roced never changes it; "
                              "find who sets it (sysctl.d) and lower it there, to {} or less",
                              row().all, to_text(all.value), to_text(actual), to_text(desired()))};
}

kernel::Result<Written> FileKnob::write(node::Snapshot& /*now*/, Batch& batch) const {
  if (auto done = batch.kernel().files().write(path(), to_text(desired())); !done) return tl::unexpected{done.error()};
  return Written{};
}

}  // namespace roced::settings
