#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fake/fake_kernel.hpp"
#include "kernel/process.hpp"
#include "pieces.hpp"
#include "rivals/modprobe.hpp"
#include "rivals/rivals.hpp"

using namespace roced;
using fuzz::must;

namespace {

/// Files that other programs and people write; the first is there so that TuneD's are read.
constexpr std::array paths{"/sys/fs/cgroup/system.slice/tuned.service",
                           "/etc/tuned/active_profile",
                           "/etc/tuned/a/tuned.conf",
                           "/usr/lib/tuned/b/tuned.conf",
                           "/etc/sysctl.d/50-a.conf",
                           "/usr/lib/sysctl.d/90-b.conf",
                           "/etc/sysctl.conf",
                           "/etc/modprobe.d/a.conf",
                           "/usr/lib/modprobe.d/b.conf",
                           "/etc/systemd/network/10-a.link",
                           "/etc/systemd/network/20-b.network",
                           "/etc/NetworkManager/system-connections/a.nmconnection",
                           "/etc/rc.local",
                           "/proc/1/comm",
                           "/proc/1/cgroup"};

/// One rail, and a wish of each kind that others write too.
struct Wanted {
  profile::Profile profile;
  node::Matching matching;

  Wanted() {
    profile::Group group;
    group.name = "rails";
    auto wish = [](const char* name, catalog::Value value) {
      return profile::Wish{catalog::find(name), std::move(value), {}, false};
    };
    group.wishes = {wish("mtu", std::uint64_t{9000}), wish("sysctl.rp_filter", std::uint64_t{2}),
                    wish("dcb.pfc", catalog::Priorities{3}), wish("traffic_class", std::uint64_t{106})};
    profile.node = {wish("rdma.netns", std::string{"shared"})};
    profile.groups.push_back(std::move(group));
    node::Nic nic;
    nic.name = nic.netdev = "rail0";
    nic.driver = "mlx5_core";
    matching.members.push_back({&profile.groups.front(), nic, {}});
  }
};

}  // namespace

/// What other programs say in their files: each is read, whatever stands there, and what is found in it is told.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Wanted wanted;
  static auto& fake = *new fake::FakeKernel;
  fuzz::Pieces pieces{{reinterpret_cast<const char*>(data), size}};
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (const auto* text = pieces.find(i + 1)) fake.add_file(paths.at(i), *text);
  auto& files = fake.kernel().files();
  rivals::EarlyBoot early_boot;
  for (const auto& problem : rivals::find(files, wanted.profile, wanted.matching, early_boot))
    must(!problem.code.empty() && !problem.text.empty());
  must(!kernel::process(files, 1).text().empty());
  must(fake.writes() == 0);
  for (const auto* path : paths) fake.remove_file(path);
  fake.forget_operations();
  return 0;
}
