#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "node/matching.hpp"
#include "node/snapshot.hpp"
#include "profile/profile.hpp"
#include "settings/batch.hpp"
#include "settings/reading.hpp"

namespace roced::settings {

/// What a setting is a setting of: a port of a NIC, or the node.
struct Subject {
  std::optional<node::Nic> nic;  ///< absent: the node
  std::string group;             ///< the profile's group that matched it

  std::string name() const { return nic ? nic->name : "node"; }
};

/// What the profile allows and expects of a setting beyond its value.
struct Terms {
  profile::Mode mode = profile::Mode::observe;
  bool optional = false;  ///< may be unsupported without counting
  std::string unwritten;  ///< why nothing of its NIC is written; empty: it may be
};

/// Files and what is written to them, without which the writes before them don't take effect: what is staged is read
/// back as if it were in force.
using LastWrites = std::map<std::string, std::string>;

/// One value at one place, with the value that the profile wants there. A kind of setting is a class that says how to
/// look and how to write; everything else has an answer here that is right for most.
class Setting {
 public:
  Setting(profile::Wish wish, Subject subject, Terms terms)
      : wish_{std::move(wish)}, subject_{std::move(subject)}, terms_{terms} {}
  virtual ~Setting() = default;

  const catalog::Row& row() const { return *wish_.row; }
  const catalog::Value& desired() const { return wish_.value; }
  const profile::Origin& origin() const { return wish_.origin; }
  const Subject& subject() const { return subject_; }
  const Terms& terms() const { return terms_; }

  /// What the node says. Asks nothing where the port can't have such a setting.
  Reading read(node::Snapshot& now) const;

  /// Whether a value that was read is what is wished.
  virtual bool satisfied(const catalog::Value& actual) const { return actual == desired(); }

  /// Makes what must be there before it can be read, as a device's folder in configfs. Asked only of what couldn't be
  /// read and may be written. Whether there may now be something to read.
  virtual bool prepare(kernel::Kernel& /*kernel*/) const { return false; }

  /// The wish that brings back what was read: that itself, unless it says less than a write changes.
  virtual catalog::Value way_back(const catalog::Value& actual) const { return actual; }

  /// Why writing wouldn't help or mustn't be done, if so; asked only where it isn't satisfied.
  virtual std::optional<Obstacle> obstacle(node::Snapshot& /*now*/, const catalog::Value& /*actual*/) const {
    return {};
  }

  /// Writes, or puts its part into the batch, which is sent once all settings of the unit have put in theirs. Success
  /// proves nothing: it is read back.
  virtual kernel::Result<Written> write(node::Snapshot& now, Batch& batch) const = 0;

  /// What of it comes last, and mustn't be left out by a crash.
  virtual LastWrites last_writes() const { return {}; }

  /// Why the kernel likely refused a write, and what to do about it, where its error alone doesn't tell; of the node
  /// as it is after the refusal. Without a number that was looked up it says "likely".
  virtual std::string why_refused(node::Snapshot& /*now*/, const kernel::Error& /*error*/) const { return {}; }

  /// What writing it now would do to traffic.
  virtual catalog::Disruption disruption() const;

  /// What else writing it changes, for who reads a diff.
  virtual std::string_view side_effect() const { return {}; }

  /// Settings of the same subject that must be in sync before this one is written.
  virtual std::vector<std::string_view> needs() const { return {}; }

  /// Whether reading it takes the longer the more pods the node runs: such are looked at after all others, and not as
  /// often.
  virtual bool looks_far() const { return false; }

  /// Something that a person should know of it although it may be in sync: that the other end of the cable differs,
  /// that the port is down.
  virtual std::optional<node::Problem> remark(node::Snapshot& /*now*/) const { return {}; }

  static constexpr int every_link = -1;
  /// Whether news of this kind may have changed it. `ifindex` and `netdev`: whose news.
  virtual bool concerns(catalog::Event event, int ifindex, std::string_view netdev) const;

 protected:
  const node::Nic& nic() const { return *subject_.nic; }
  /// Where a driver says more than its errno: for why_refused().
  std::string in_the_log() const;

 private:
  virtual Reading look(node::Snapshot& now) const = 0;

  profile::Wish wish_;
  Subject subject_;
  Terms terms_;
};

}  // namespace roced::settings
