#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "converge/check.hpp"
#include "converge/guard.hpp"
#include "fake/fake_kernel.hpp"
#include "pieces.hpp"
#include "settings/make.hpp"
#include "settings/number.hpp"

using namespace roced;
using fuzz::must;

namespace {

/// What a profile may wish of a row; for each kind of value one.
catalog::Value wish_of(const catalog::Row& row) {
  switch (row.type) {
    case catalog::Type::word:
      return std::string{row.words.front()};
    case catalog::Type::number:
      return row.most;
    case catalog::Type::flag:
      return true;
    case catalog::Type::priorities:
      return catalog::Priorities{3};
    case catalog::Type::map:
      return catalog::NumberMap{{static_cast<std::uint32_t>(row.key_least), row.least}};
    case catalog::Type::numbers:
      return catalog::Numbers(8, row.least);
    case catalog::Type::rates:
      return catalog::RateMap{{0, {}}};
  }
  return {};
}

/// A node with one NIC, and a profile that wishes all there is. Made once; of each input its files change alone.
class Node {
 public:
  /// The way that settings are reached on the NIC: a folder that is there.
  Node(const char* driver, bool ofed, const std::string& way) {
    fake_.add_folder(way);
    fake_.add_nic({.name = "ens1", .pci = "0000:5e:00.0", .driver = driver, .rdma = "mlx5_0", .ecn = ofed});
    profile::Group group;
    group.name = "rails";
    group.match.ifname = {"ens1"};
    for (const auto& row : catalog::rows())
      (row.scope == catalog::Scope::nic ? group.wishes : profile_.node).push_back({&row, wish_of(row), {}, false});
    profile_.groups.push_back(std::move(group));
    matching_ = node::match(profile_, node::discover(fake_.kernel()));
    settings_ = settings::make(profile_, matching_);
    fake_.before([this](const fake::Operation& operation) { answer(operation); });
  }

  /// Checks one setting; one past the last is the guard. The files say what the pieces do, in the order in which they
  /// are asked for.
  void read(std::size_t which, const fuzz::Pieces& pieces) {
    pieces_ = &pieces;
    node::Snapshot now{fake_.kernel()};
    which %= settings_.size() + 1;
    if (which < settings_.size()) {
      auto finding = converge::check(*settings_[which], now);
      must(finding.in_sync() || !finding.cause.empty() || finding.writable);
    } else {
      converge::BusyGuard{{}}.held(matching_.members.front().nic, now);
    }
    must(fake_.writes() == 0);
    pieces_ = nullptr;
    for (const auto& [path, text] : before_)
      if (text)
        fake_.add_file(path, *text);
      else
        fake_.remove_file(path);
    before_.clear();
    asked_.clear();
    fake_.forget_operations();
  }

 private:
  void answer(const fake::Operation& operation) {
    if (operation.what != "file" || operation.write || pieces_ == nullptr) return;
    auto [file, added] = asked_.try_emplace(operation.of, asked_.size() + 1);
    const auto* text = added ? pieces_->find(file->second) : nullptr;
    if (text == nullptr) return;
    before_.emplace_back(operation.of, fake_.file(operation.of));
    fake_.add_file(operation.of, *text);
  }

  fake::FakeKernel fake_;
  profile::Profile profile_;
  node::Matching matching_;
  settings::Settings settings_;
  const fuzz::Pieces* pieces_ = nullptr;
  std::map<std::string, std::size_t> asked_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

}  // namespace

/// The files under /sys, /proc, configfs and debugfs that settings live in: the input's first byte says by which way
/// they are reached, its second which setting is read, its pieces what the files say.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array nodes{new Node{"mlx5_core", true, "/sys/kernel/config/rdma_cm/mlx5_0"},
                          new Node{"mlx5_core", false, "/sys/kernel/debug/mlx5/0000:5e:00.0/cc_params"},
                          new Node{"bnxt_en", false, "/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc"},
                          new Node{"bnxt_en", false, "/sys/kernel/debug/bnxt_re/0000:5e:00.0/cc_config"}};
  if (size < 2) return 0;
  nodes.at(data[0] % nodes.size())->read(data[1], fuzz::Pieces{{reinterpret_cast<const char*>(data + 2), size - 2}});
  // A number is read as it is written, whatever stands around it.
  std::string text{reinterpret_cast<const char*>(data), size};
  if (auto number = settings::number_in(text)) must(settings::number_in(std::to_string(*number) + '\n') == number);
  return 0;
}
