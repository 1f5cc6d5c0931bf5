#include <fmt/format.h>

#include "profile/intent.hpp"
#include "profile/lint_rules.hpp"

namespace roced::profile {
namespace {

using catalog::Numbers;
using catalog::Priorities;

void shares_of_ets(const Draft& draft, Findings& findings) {
  auto bandwidth = wished<catalog::NumberMap>(draft, "dcb.ets.bandwidth");
  auto strict = wished<Priorities>(draft, "dcb.ets.strict");
  if (!bandwidth) return;
  constexpr std::uint64_t whole = 100;
  std::uint64_t sum = 0;
  for (auto [each, percent] : *bandwidth.value) {
    sum += percent;
    if (strict && strict.value->contains(static_cast<int>(each)))
      findings.error(bandwidth.wish->origin, fmt::format("dcb.ets.bandwidth: traffic class {} is strict, too ({})",
                                                         each, place(strict.wish->origin, bandwidth.wish->origin)));
  }
  if (sum != whole)
    findings.error(bandwidth.wish->origin, fmt::format("dcb.ets.bandwidth: the shares make {} percent, not 100", sum));
}

void both_pauses(const Draft& draft, Findings& findings) {
  auto pause = wished<bool>(draft, "dcb.global_pause");
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  if (!pause || !*pause.value || !pfc || pfc.value->empty()) return;
  findings.error(pause.wish->origin, fmt::format("dcb.global_pause: a port has this or {}, not both",
                                                 named(*pfc.wish, pause.wish->origin)));
}

void two_buffers(const Draft& draft, Findings& findings) {
  auto length = wished<std::uint64_t>(draft, "dcb.cable_length");
  const auto* size = draft.wish("dcb.buffer.size");
  if (!length || size == nullptr) return;
  findings.warning(length.wish->origin,
                   fmt::format("dcb.cable_length: has no effect beside {}: buffers set by hand aren't reckoned",
                               named(*size, length.wish->origin)),
                   "Leave dcb.buffer out, unless the card's vendor gave the numbers.");
}

/// What must not wait for ever: all that has PFC, or ECN unless that is on for everything, which is how cards come.
Priorities cared_for(const Draft& draft) {
  constexpr std::uint8_t all = 0xff;
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto ecn = wished<Priorities>(draft, "ecn.priorities");
  Priorities cared = pfc ? *pfc.value : Priorities{};
  if (!ecn || ecn.value->bits() == all) return cared;
  return Priorities(static_cast<std::uint8_t>(cared.bits() | unsigned{ecn.value->bits()}));
}

/// The priorities of a traffic class. Without a map each has its own, but the first two, which mlx5 crosses.
Priorities in_class(const Wished<Numbers>& classes, std::uint32_t number) {
  Priorities found;
  for (int priority = 0; priority < 8; ++priority) {
    bool crossed = !classes && priority < 2;
    auto its = classes ? classes.value->at(static_cast<std::size_t>(priority)) : static_cast<std::uint64_t>(priority);
    if (!crossed && its == number) found.insert(priority);
  }
  return found;
}

void no_share(const Draft& draft, Findings& findings) {
  auto bandwidth = wished<catalog::NumberMap>(draft, "dcb.ets.bandwidth");
  auto strict = wished<Priorities>(draft, "dcb.ets.strict");
  auto classes = wished<Numbers>(draft, "dcb.ets.prio_tc");
  if (!bandwidth) return;
  auto cared = cared_for(draft);
  for (auto [each, percent] : *bandwidth.value) {
    auto starved = without(cared, without(cared, in_class(classes, each)));
    if (percent != 0 || starved.empty() || (strict && strict.value->contains(static_cast<int>(each)))) continue;
    findings.warning(bandwidth.wish->origin,
                     fmt::format("dcb.ets.bandwidth: traffic class {} has no share, and {} with PFC or ECN is in it: "
                                 "when the link is full, it waits for all others",
                                 each, counted(starved)),
                     fmt::format("Give {} a share, as {{ 0 = 50, {} = 50 }}.", each, each == 0 ? 3 : each));
  }
}

void no_buffer(const Draft& draft, Findings& findings) {
  auto pfc = wished<Priorities>(draft, "dcb.pfc");
  auto buffers = wished<Numbers>(draft, "dcb.buffer.prio");
  auto sizes = wished<Numbers>(draft, "dcb.buffer.size");
  if (!pfc || !buffers || !sizes) return;
  for (std::size_t priority = 0; priority < buffers.value->size(); ++priority) {
    auto buffer = buffers.value->at(priority);
    if (!pfc.value->contains(static_cast<int>(priority)) || sizes.value->at(buffer) != 0) continue;
    findings.warning(
        sizes.wish->origin,
        fmt::format("dcb.buffer.size: buffer {} has size 0, and priority {} with PFC ({}) is in it ({}): nothing that "
                    "arrives after a pause was sent has room",
                    buffer, priority, place(pfc.wish->origin, sizes.wish->origin),
                    named(*buffers.wish, sizes.wish->origin)),
        fmt::format("Give buffer {} a size, or put priority {} into one that has.", buffer, priority));
  }
}

}  // namespace

void lint_queues(const Draft& draft, Findings& findings) {
  for (auto* rule : {shares_of_ets, no_share, both_pauses, two_buffers, no_buffer}) rule(draft, findings);
}

}  // namespace roced::profile
