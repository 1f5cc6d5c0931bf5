#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "agent/ctl/client.hpp"
#include "agent/events/timer.hpp"
#include "agent/handles.hpp"
#include "converge/report.hpp"

namespace roced::ctl {

/// Waits on the bus for roced to say that the node is in sync. roced may come, go and come back meanwhile; it is asked
/// when it says that something changed, and not otherwise.
class Waiting {
 public:
  enum class End { in_sync, time_over, observes, not_started, refused };

  struct Terms {
    std::optional<std::chrono::seconds> timeout;  ///< absent: for ever
    bool unless_observed = false;                 ///< ends where the profile in force observes
    bool unless_not_started = false;              ///< ends where systemd neither runs roced.service nor is about to
  };

  Waiting(Client& client, Terms terms);
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  End run();

  /// What roced said last; nothing where it isn't there, or hasn't answered.
  const std::optional<converge::Report>& report() const { return report_; }
  /// Whether it is on the bus, as far as is known.
  bool is_running() const { return running_; }
  /// Of End::refused.
  const std::string& why() const { return why_; }

 private:
  static int on_change(sd_bus_message* signal, void* self, sd_bus_error* error) noexcept;
  static int on_owner(sd_bus_message* signal, void* self, sd_bus_error* error) noexcept;
  static int on_report(sd_bus_message* reply, void* self, sd_bus_error* error) noexcept;
  static int on_unit(sd_bus_message* reply, void* self, sd_bus_error* error) noexcept;

  int subscribe();
  void ask();
  void hear(sd_bus_message* reply);
  void is_not_there();
  void end(End how);

  sd_bus* bus_;
  Terms terms_;
  agent::Event event_;
  std::unique_ptr<agent::Timer> timer_;
  agent::BusSlot changes_, owner_, question_, unit_;
  bool running_ = true, told_ = false;
  bool asked_ = false, stale_ = false;  ///< a question is under way; something changed since
  End end_ = End::refused;
  std::optional<converge::Report> report_;
  std::string why_;
};

}  // namespace roced::ctl
