#pragma once

#include "fake/fake_kernel.hpp"
#include "rails.hpp"
#include "settings/make.hpp"

namespace roced::test {

/// The settings of a profile on the fake node as it is now.
inline settings::Settings settings_of(fake::FakeKernel& fake, const profile::Profile& profile) {
  return settings::make(profile, node::match(profile, node::discover(fake.kernel())));
}

/// Writes one setting by itself, as a unit of one.
inline kernel::Result<settings::Written> write(const settings::Setting& setting, kernel::Kernel& kernel) {
  node::Snapshot now{kernel};
  settings::Batch batch{kernel};
  auto written = setting.write(now, batch);
  if (auto sent = batch.send(); written && !sent) return tl::unexpected{sent.error()};
  return written;
}

inline settings::Reading read(const settings::Setting& setting, kernel::Kernel& kernel) {
  node::Snapshot now{kernel};
  return setting.read(now);
}

}  // namespace roced::test
