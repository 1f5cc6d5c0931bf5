#include "agent/early.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agent/clock.hpp"
#include "agent/journal.hpp"
#include "converge/convergence.hpp"
#include "keep/file_store.hpp"
#include "rivals/rivals.hpp"

namespace roced::agent {
namespace {

using settings::State;

constexpr const char* netns = "rdma.netns";
constexpr const char* options_folder = "/run/modprobe.d";
/// Of this boot only; after all others, since of several values the last one given to the module counts.
constexpr const char* options_file = "/run/modprobe.d/zz-roced-early.conf";

enum Exit { done = 0, no_profile = 1, not_done = 2 };

bool all(const settings::Setting& /*setting*/, State /*state*/) { return true; }

/// Why the daemon may not enforce the profile, or has another value to bring back first; empty: it may.
std::string left_to_daemon(const profile::Profile& profile, kernel::Files&& files) {
  if (profile.mode != profile::Mode::enforce) return "the profile observes";
  auto kept = keep::read_kept(keep::FileStore::folder());
  if (!kept) return "what roced kept can't be read: " + kept.error().reason();
  if (kept->pause && kept->pause->left(moment(boot_id(files))).count() > 0) return "roced is paused";
  if (kept->trial || kept->going_back) return "an earlier change goes back first";
  if (kept->rejected.contains(profile.digest)) return "this profile was reverted";
  return {};
}

/// The one wish that is to come true here.
class Netns {
 public:
  Netns(profile::Profile& profile, profile::Wish wish)
      : wish_{std::move(wish)}, kernel_{kernel::running_kernel()}, guard_{profile.repair.idle_for} {
    profile.groups.clear();
    profile.node = {wish_};
    convergence_ =
        std::make_unique<converge::Convergence>(kernel_, settings::make(profile, {}), profile.repair, guard_, store_);
  }

  Exit come_true() {
    // Asked for while ib_core isn't there, RDMA netlink would load it. An option waits for whoever loads it, also for a
    // driver that is loaded anew. It may come in this very moment: hence the second look.
    if (!is_loaded() && give_option() && !is_loaded()) return done;
    if (!is_loaded()) return not_done;
    auto outcomes = convergence_->converge(all, {.fresh_start = true});
    if (state() == State::failed && retry()) return done;
    for (const auto& outcome : outcomes) journal::tell(outcome);
    return state() == State::in_sync ? done : not_done;
  }

 private:
  bool is_loaded() { return kernel_.files().exists("/sys/module/ib_core"); }
  bool shared() const { return to_text(wish_.value) == "shared"; }

  bool give_option() {
    auto given = kernel_.files().make_folder(options_folder);
    if (given)
      given = kernel_.files().replace(
          options_file,
          fmt::format("# Written by roced --early for this boot: {} of {}\noptions ib_core netns_mode={}\n", netns,
                      wish_.origin.text(), shared() ? 1 : 0));
    if (given)
      journal::info(fmt::format("node: {}: ib_core isn't loaded yet; {} has it come up {}", netns, options_file,
                                to_text(wish_.value)));
    else
      journal::error(fmt::format(
          "node: {}: want {}; ib_core isn't loaded yet, and the option for when it comes can't be given: {}. "
          "roced.service sets the mode later, unless another network namespace exists by then",
          netns, to_text(wish_.value), given.error().text()));
    return given.has_value();
  }

  State state() const {
    converge::Report report;
    convergence_->fill(report);
    return report.node.empty() ? State::unknown : report.node.front().state;
  }

  /// An earlier boot wrote to modprobe.d for this one, in vain, as where the initramfs is older. A daemon leaves that
  /// to a person, since by then the kernel refuses; here it needn't.
  bool retry() {
    auto mode = shared() ? kernel::NetnsMode::shared : kernel::NetnsMode::exclusive;
    if (!kernel_.rdma().set_netns_mode(mode)) return false;
    convergence_->check(all);
    if (state() != State::in_sync) return false;
    journal::info(fmt::format("node: {} set to {}, which modprobe.d alone didn't bring in this boot", netns,
                              to_text(wish_.value)));
    return true;
  }

  profile::Wish wish_;
  kernel::Kernel kernel_;
  keep::FileStore store_;
  converge::BusyGuard guard_;
  std::unique_ptr<converge::Convergence> convergence_;
};

}  // namespace

int early(const profile::Sources& sources) {
  auto loaded = profile::load(sources);
  if (!loaded.profile) {
    std::string text;
    for (const auto& diagnostic : loaded.diagnostics)
      if (diagnostic.severity == profile::Severity::error)
        text += '\n' + diagnostic.line() + (diagnostic.advice.empty() ? "" : ". " + diagnostic.advice);
    journal::error(
        fmt::format("the profile has errors, so {} isn't set early; rocectl profile check says when they "
                    "are mended:{}",
                    netns, text));
    return no_profile;
  }
  const auto* wish = rivals::wish(loaded.profile->node, netns);
  if (wish == nullptr) return done;
  if (auto why = left_to_daemon(*loaded.profile, kernel::Files{}); !why.empty()) {
    journal::info(fmt::format("node: {} is left as it is: {}", netns, why));
    return done;
  }
  return Netns{*loaded.profile, *wish}.come_true();
}

}  // namespace roced::agent
