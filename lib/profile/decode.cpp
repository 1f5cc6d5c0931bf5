#include "profile/decode.hpp"

#include <array>
#include <utility>

#include "profile/duration.hpp"
#include "profile/values.hpp"

namespace roced::profile {
namespace {

constexpr std::array<std::string_view, 2> disruptive_ways{"when-idle", "never"};

class Decoding {
 public:
  Decoding(const Table& merged, Findings& findings) : merged_{merged}, findings_{findings}, values_{findings} {}

  Decoded read() {
    canonical("schema", nullptr, std::int64_t{1});
    read_mode();
    read_check();
    read_repair();
    read_duration("early.wait", std::chrono::seconds{0}, result_.profile.early_wait);
    result_.profile.node = decode_wishes(merged_, catalog::Scope::node, {}, result_.canonical, findings_);
    const auto& groups = table_at(merged_, "nic");
    for (const auto& [name, item] : groups)
      if (item.as<Table>() != nullptr)
        if (auto draft = decode_group(groups, name, result_.profile.mode, result_.canonical, findings_))
          result_.groups.push_back(std::move(*draft));
    return std::move(result_);
  }

 private:
  /// A value of the canonical form: with the origin of `item`, or of nowhere for a default.
  template <typename T>
  void canonical(std::string_view key, const Item* item, T value) {
    put(result_.canonical, key,
        item == nullptr ? Item{{}, {}, std::move(value)} : Item{item->key, item->origin, std::move(value)});
  }

  void read_mode() {
    const auto* item = find(merged_, "mode");
    if (item != nullptr)
      if (auto mode = decode_mode(*item, findings_)) result_.profile.mode = *mode;
    canonical("mode", item, std::string{result_.profile.mode == Mode::enforce ? "enforce" : "observe"});
  }

  void read_check() { read_duration("check.every", std::chrono::seconds{1}, result_.profile.check_every); }

  void read_repair() {
    auto& repair = result_.profile.repair;
    const auto* disruptive = find(merged_, "repair.disruptive");
    if (disruptive != nullptr)
      if (auto word = values_.word("repair.disruptive", *disruptive, disruptive_ways))
        repair.disruptive = *word == "never" ? Disruptive::never : Disruptive::when_idle;
    bool never = repair.disruptive == Disruptive::never;
    canonical("repair.disruptive", disruptive, std::string{disruptive_ways.at(never ? 1 : 0)});

    read_duration("repair.idle_for", std::chrono::seconds{0}, repair.idle_for);
    const auto* limit = find(merged_, "repair.limit");
    if (limit != nullptr)
      if (auto number = values_.number("repair.limit", *limit, {1, 1000000, {}, {}}))
        repair.limit = static_cast<unsigned>(*number);
    canonical("repair.limit", limit, std::int64_t{repair.limit});
    read_duration("repair.within", std::chrono::seconds{1}, repair.within);
  }

  void read_duration(std::string_view key, std::chrono::seconds least, std::chrono::seconds& to) {
    const auto* item = find(merged_, key);
    if (item != nullptr)
      if (auto duration = values_.duration(key, *item, least)) to = *duration;
    canonical(key, item, to_text(to));
  }

  const Table& merged_;
  Findings& findings_;
  Values values_;
  Decoded result_;
};

}  // namespace

Decoded decode(const Table& merged, Findings& findings) { return Decoding{merged, findings}.read(); }

}  // namespace roced::profile
