#include "converge/check.hpp"

namespace roced::converge {

using settings::Reading;
using settings::State;

std::string Finding::actual() const {
  return reading.kind == Reading::Kind::value ? catalog::to_text(reading.value) : std::string{};
}

std::optional<catalog::Value> Finding::value() const {
  if (reading.kind != Reading::Kind::value) return {};
  return reading.value;
}

Finding check(const settings::Setting& setting, node::Snapshot& now) {
  Finding finding;
  finding.reading = setting.read(now);
  finding.cause = finding.reading.reason;
  switch (finding.reading.kind) {
    case Reading::Kind::unsupported:
      finding.state = State::unsupported;
      return finding;
    case Reading::Kind::unknown:
      finding.state = State::unknown;
      return finding;
    case Reading::Kind::value:
      break;
  }
  finding.remark = setting.remark(now);
  if (setting.satisfied(finding.reading.value)) {
    finding.state = State::in_sync;
    return finding;
  }
  if (auto obstacle = setting.obstacle(now, finding.reading.value)) {
    finding.state = obstacle->state;
    finding.cause = std::move(obstacle->cause);
    finding.person_may_try = obstacle->person_may_try;
    finding.busy = obstacle->busy;
    return finding;
  }
  finding.state = State::drifted;
  finding.writable = true;
  return finding;
}

}  // namespace roced::converge
