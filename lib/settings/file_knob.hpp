#pragma once

#include "settings/setting.hpp"

namespace roced::settings {

/// A knob that is just a file with a number or a word: its catalogue row says all of it.
class FileKnob final : public Setting {
 public:
  using Setting::Setting;

  std::optional<Obstacle> obstacle(node::Snapshot& now, const catalog::Value& actual) const override;
  kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const override;

 private:
  Reading look(node::Snapshot& now) const override;
  std::string path() const;
};

}  // namespace roced::settings
