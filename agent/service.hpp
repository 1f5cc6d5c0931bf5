#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agent/bus/connection.hpp"
#include "agent/bus/host.hpp"
#include "agent/events/news.hpp"
#include "agent/events/pace.hpp"
#include "agent/events/timer.hpp"
#include "agent/events/udev.hpp"
#include "agent/handles.hpp"
#include "agent/marks.hpp"
#include "agent/problem_log.hpp"
#include "agent/undo.hpp"
#include "agent/upkeep.hpp"
#include "keep/file_store.hpp"
#include "kernel/file_watch.hpp"
#include "kernel/news.hpp"
#include "profile/load.hpp"

namespace roced::agent {

/// The life of the daemon: one thread, one event loop. News from the kernel mark settings, which are looked at once all
/// news that have come are read; a timer looks at everything.
class Service final : public bus::Host {
 public:
  explicit Service(profile::Sources sources);

  /// Until SIGTERM or SIGINT. The program's exit status.
  int run();

  const converge::Report& report() const override { return report_; }
  std::uint64_t last_check_usec() const override { return last_check_; }
  std::uint64_t last_repair_usec() const override { return last_repair_; }
  bool has_profile() const override { return upkeep_.has_value(); }
  bool has_subject(const std::string& name) const override { return upkeep_ && upkeep_->has_subject(name); }
  void check() override;
  std::optional<Refusal> apply(const converge::Ask& ask, std::chrono::microseconds confirm_within) override;
  std::optional<std::string> reload() override;
  std::uint64_t paused_until_usec() const override { return undo_->paused_until_usec(); }
  std::uint64_t confirm_deadline_usec() const override { return undo_->confirm_deadline_usec(); }
  std::optional<Refusal> confirm() override;
  std::optional<Refusal> revert() override;
  std::optional<Refusal> restore() override;
  std::optional<Refusal> pause(std::chrono::microseconds duration) override;
  std::optional<Refusal> resume() override;

 private:
  using Which = converge::Convergence::Which;
  using Clock = converge::Convergence::Clock;

  /// News that weren't looked at yet.
  struct Unseen {
    Marks marks;
    Clock::time_point heard{};  ///< the first of them
    Pace pace;                  ///< of looks at such
  };

  void prepare();
  void listen();
  void listen_to_files();
  /// Once a setting is about routes: those of pods come and go.
  void listen_to_routing();
  void subscribe(kernel::Result<kernel::Subscription> subscription,
                 std::unique_ptr<NewsSource<kernel::Subscription>>& source);
  void hear(const std::vector<kernel::News>& news);
  void hear_link(const kernel::Link& link);
  void hear_files(const std::vector<kernel::FileNews>& news);
  /// Looks at once; in a storm, after a rest that takes up what comes meanwhile.
  void look_soon();
  void look_near();
  /// At what `looks_far()`, which waits a moment first.
  void look_far();
  void watch_files();
  void rediscover();
  /// At once; where they come in a storm, a moment later.
  void rediscover_soon();
  /// After that time, unless it is to happen anyway.
  void rediscover_in(std::chrono::microseconds delay);
  /// Finds the NICs anew, where something changed of which the kernel doesn't tell.
  void look_around();
  void find_nics();
  void tick();
  bool rdma_devices_changed();

  /// Reads the profile and takes it if it is right; what is wrong with it otherwise.
  std::optional<std::string> take_profile();
  void converge(const Which& which, const converge::Ask& ask, Clock::time_point since = Clock::now());
  /// Of what was heard, those of one distance; whether any of the other is meant too.
  bool converge_heard(Unseen& heard, bool far);
  /// Makes the report anew, and tells bus, journal and systemd what changed.
  void publish(const std::vector<converge::Outcome>& outcomes);
  /// Looks at everything after a word of a person that changed what roced may do.
  std::optional<Refusal> look_after(std::optional<Refusal> refusal);
  std::optional<Refusal> take_back(std::optional<Refusal> (Undo::*how)(Upkeep*, Undo::Outcomes&));
  void not_confirmed();
  Upkeep* in_force() { return upkeep_ ? &*upkeep_ : nullptr; }
  static void tell(const Undo::Outcomes& outcomes);
  void retry();
  void arm_retries();

  profile::Sources sources_;
  kernel::Kernel kernel_;
  keep::FileStore store_;
  Event event_;
  std::optional<Upkeep> upkeep_;
  std::vector<profile::Diagnostic> diagnostics_;  ///< of the last profile that was read
  bool refused_ = false;                          ///< it had errors
  std::chrono::system_clock::time_point checked_{};
  converge::Report report_;
  ProblemLog problem_log_;
  std::string status_;  ///< as systemd was told last
  std::uint64_t last_check_ = 0, last_repair_ = 0;
  Unseen near_, far_;
  Pace discoveries_{std::chrono::milliseconds{200}};
  std::set<std::string> watched_;
  std::set<std::string> rdma_devices_;

  bus::Connection bus_;
  std::unique_ptr<Undo> undo_;
  std::unique_ptr<Timer> periodic_, rediscovery_, retry_, look_near_, look_far_;
  std::unique_ptr<NewsSource<kernel::Subscription>> network_, rdma_, routing_;
  std::unique_ptr<NewsSource<kernel::FileWatch>> files_;
  std::unique_ptr<UdevSource> udev_;
};

}  // namespace roced::agent
