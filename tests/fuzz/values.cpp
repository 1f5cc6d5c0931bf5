#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "converge/default_route.hpp"
#include "fake/fake_kernel.hpp"
#include "pieces.hpp"
#include "settings/make.hpp"
#include "settings/number.hpp"
#include "survey/facts.hpp"

using namespace roced;
using fuzz::must;

namespace {

/// A NIC of each way that settings are reached.
void add_nic(fake::FakeKernel& fake, std::uint8_t which) {
  fake::Nic mlx5{.name = "ens1", .pci = "0000:5e:00.0", .rdma = "mlx5_0"};
  fake::Nic bnxt = mlx5;
  bnxt.driver = "bnxt_en";
  bnxt.ecn = false;
  const std::string port = "/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/";
  switch (which % 4) {
    case 0:  // MLNX_OFED
      fake.add_folder("/sys/kernel/config/rdma_cm/mlx5_0/ports/1");
      break;
    case 1:  // Linux' own mlx5
      mlx5.ecn = false;
      fake.add_folder("/sys/kernel/debug/mlx5/0000:5e:00.0/cc_params");
      break;
    case 2:
      fake.add_folder(port);
      break;
    default:
      fake.add_folder("/sys/kernel/debug/bnxt_re/0000:5e:00.0/cc_config");
      break;
  }
  fake.add_nic(which % 4 < 2 ? mlx5 : bnxt);
}

/// All that a NIC says, as a profile; each wish of it is in sync with the same files.
void read_all(kernel::Kernel& kernel) {
  auto node = node::discover(kernel);
  node::Snapshot now{kernel};
  for (const auto& nic : node.nics) {
    auto facts = survey::facts_of(now, nic);
    profile::Profile profile;
    profile::Group group;
    for (auto& [name, value] : facts.values) group.wishes.push_back({catalog::find(name), value, {}, false});
    node::Matching matching;
    matching.members.push_back({&group, nic, {}});
    for (const auto& setting : settings::make(profile, matching)) {
      auto reading = setting->read(now);
      must(reading.kind == settings::Reading::Kind::value && setting->satisfied(reading.value));
      setting->obstacle(now, reading.value);
      setting->remark(now);
    }
    converge::default_route_on(nic.ifindex, now);
  }
  survey::facts_of(now, {});
}

}  // namespace

/// The files under /sys, /proc, configfs and debugfs that settings live in: the input's first byte says what NIC there
/// is, its pieces what the files say, in the order in which they are asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  fuzz::Pieces pieces{{reinterpret_cast<const char*>(data + 1), size - 1}};
  fake::FakeKernel fake;
  add_nic(fake, data[0]);
  std::map<std::string, std::size_t> asked;
  fake.before([&](const fake::Operation& operation) {
    if (operation.what != "file" || operation.write) return;
    auto [file, added] = asked.try_emplace(operation.of, asked.size() + 1);
    const auto* text = added ? pieces.find(file->second) : nullptr;
    if (text != nullptr) fake.add_file(operation.of, *text);
  });
  read_all(fake.kernel());
  must(fake.writes() == 0);
  // A number is read as it is written, whatever stands around it.
  std::string text{reinterpret_cast<const char*>(data), size};
  if (auto number = settings::number_in(text)) must(settings::number_in(std::to_string(*number) + '\n') == number);
  return 0;
}
