#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/kernel.hpp"

namespace roced::settings {

/// The writes of one unit. Settings that live in DCB put their parts into one request here, so that a NIC's map and
/// flow control change in one step; the others write at once through kernel().
class Batch {
 public:
  explicit Batch(kernel::Kernel& kernel) : kernel_{kernel} {}

  kernel::Kernel& kernel() { return kernel_; }

  /// How an error names the part that was refused.
  static constexpr std::string_view traffic_classes = "the traffic classes (ETS)", buffers = "the port's buffers",
                                    priorities = "the priorities of packets (APP)", flow_control = "flow control (PFC)";

  /// What the NIC's IEEE_SET will change, for a part to be put in.
  kernel::DcbChange& dcb(const std::string& netdev);

  /// A structure of it as it shall become, shared by all settings that live in it; what none of them names goes back as
  /// it was read.
  template <typename Structure>
  Structure& part(const std::string& netdev, std::optional<Structure> kernel::DcbChange::*which,
                  const std::optional<Structure>& read) {
    auto& wanted = dcb(netdev).*which;
    if (!wanted) wanted = read.value_or(Structure{});
    return *wanted;
  }

  /// Takes the place of an entry for the same packets that was put in before.
  void set_app(const std::string& netdev, const kernel::App& app);
  void remove_app(const std::string& netdev, const kernel::App& app);

  /// Writes a file once all settings of the unit have put in theirs: what makes staged values the card's.
  void finish_with(const std::string& path, const std::string& text);
  /// Stages a value: should finishing fail, the file gets back what was staged before, else it would read as if the
  /// card had it.
  kernel::Result<void> stage(const std::string& path, const std::string& text);

  /// Sets flow control of the whole port after that of the priorities went off: a port has one or the other.
  void finish_with_pause(const std::string& netdev, const kernel::Pause& pause);

  /// How many parts were put in so far, replaced ones included.
  std::size_t size() const { return parts_; }

  /// Sends what was put in: one IEEE_SET, or two where a map and flow control change: flow control comes last, and not
  /// without its map; then the entries to remove, then what finishes. Where the driver refuses the whole, its parts go
  /// one by one, so that one refusal doesn't keep the rest back. The first error names its part. An entry that is gone
  /// already isn't one.
  kernel::Result<void> send();

 private:
  kernel::Result<void> send_dcb();
  /// `mapped`: packets get the priorities that flow control is for.
  kernel::Result<void> send_parts(bool& mapped);
  kernel::Result<void> finish();

  kernel::Kernel& kernel_;
  std::string netdev_;
  kernel::DcbChange change_;
  std::vector<kernel::App> removed_;
  std::map<std::string, std::string> last_, staged_before_;
  std::optional<kernel::Pause> pause_;
  std::size_t parts_ = 0;
};

}  // namespace roced::settings
