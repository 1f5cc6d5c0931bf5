#include "rivals/rivals.hpp"

#include <doctest/doctest.h>

#include "../initramfs_image.hpp"
#include "../rails.hpp"
#include "fake/fake_kernel.hpp"
#include "rivals/configuration.hpp"

using namespace roced;
using namespace roced::test;

namespace {

/// What is found beside a profile of one rail, ens1.100, whose name has a dot.
struct Rail {
  explicit Rail(std::vector<profile::Wish> wishes) : profile{rails(std::move(wishes))} {
    fake.add_nic({.name = "ens1.100", .pci = "0000:5e:00.0"});
  }
  std::vector<std::string> problems() {
    auto matching = node::match(profile, node::discover(fake.kernel()));
    std::vector<std::string> texts;
    for (const auto& problem : rivals::find(fake.kernel().files(), profile, matching, early_boot))
      texts.push_back(problem.text);
    return texts;
  }
  bool silent() { return problems().empty(); }
  bool says(const std::string& part) {
    auto all = problems();
    return all.size() == 1 && all[0].find(part) != std::string::npos;
  }

  fake::FakeKernel fake;
  profile::Profile profile;
  rivals::EarlyBoot early_boot;
};

Rail strict_where_loose_is_wanted() { return Rail{{wish("sysctl.rp_filter", number(2))}}; }

}  // namespace

TEST_CASE("sysctl.d: what sets another value is named with its line; the same value, or no rail's, is not") {
  auto rail = strict_where_loose_is_wanted();
  CHECK(rail.silent());
  rail.fake.add_file("/etc/sysctl.d/10-x.conf", "# comment\nnet.ipv4.conf.ens2.rp_filter = 1\n");
  CHECK(rail.silent());
  rail.fake.add_file("/etc/sysctl.d/20-x.conf", "net/ipv4/conf/ens1.100/rp_filter = 1\n");
  CHECK(rail.says("/etc/sysctl.d/20-x.conf:1 sets it to 1"));
  rail.fake.add_file("/etc/sysctl.d/30-x.conf", "net.ipv4.conf.ens1/100.rp_filter=0x2\n");
  CHECK(rail.silent());
}

TEST_CASE("sysctl.d: /etc/sysctl.conf comes last, a file hides its namesake, a name counts before a glob") {
  auto rail = strict_where_loose_is_wanted();
  rail.fake.add_file("/usr/lib/sysctl.d/50-default.conf", "net.ipv4.conf.*.rp_filter = 1\n");
  CHECK(rail.says("/usr/lib/sysctl.d/50-default.conf:1"));
  rail.fake.add_file("/etc/sysctl.d/50-default.conf", "# nothing\n");
  CHECK(rail.silent());
  rail.fake.add_file("/etc/sysctl.d/40-x.conf", "net/ipv4/conf/ens1.100/rp_filter = 2\n");
  rail.fake.add_file("/etc/sysctl.d/60-x.conf", "net.ipv4.conf.*.rp_filter = 0\n");
  CHECK(rail.silent());
  rail.fake.add_file("/etc/sysctl.conf", "net/ipv4/conf/ens1.100/rp_filter = 0\n");
  CHECK(rail.says("/etc/sysctl.conf:1 sets it to 0"));
}

TEST_CASE("sysctl.d: a name that is excluded from globs has nothing set") {
  auto rail = strict_where_loose_is_wanted();
  rail.fake.add_file("/etc/sysctl.d/10-x.conf", "net.ipv4.conf.*.rp_filter = 1\n-net/ipv4/conf/ens1.100/rp_filter\n");
  CHECK(rail.silent());
}

TEST_CASE("TuneD's active profile, with those it includes, while TuneD is wanted; sysctl.d counts more") {
  auto rail = strict_where_loose_is_wanted();
  rail.fake.add_file("/etc/tuned/active_profile", "mine other\n");
  rail.fake.add_file("/etc/tuned/mine/tuned.conf", "[main]\ninclude=base, mine\n[sysctl]\nvm.swappiness=1\n");
  rail.fake.add_file("/usr/lib/tuned/base/tuned.conf",
                     "[sysctl]\nnet.ipv4.conf.ens1/100.rp_filter=1\n[net]\nnet.ipv4.conf.ens1/100.rp_filter=0\n");
  CHECK(rail.silent());
  rail.fake.add_symlink("/etc/systemd/system/multi-user.target.wants/tuned.service",
                        "/usr/lib/systemd/system/tuned.service");
  CHECK(rail.says("/usr/lib/tuned/base/tuned.conf:2 sets it to 1 when TuneD starts"));
  rail.fake.add_file("/etc/sysctl.d/30-x.conf", "net.ipv4.conf.ens1/100.rp_filter=2\n");
  CHECK(rail.silent());
}

TEST_CASE("MTU by .link, .network and NetworkManager") {
  Rail rail{{wish("mtu", number(9000))}};
  rail.fake.add_file("/etc/systemd/network/10-a.link", "[Match]\nOriginalName=ens2*\n[Link]\nMTUBytes=1500\n");
  rail.fake.add_file("/etc/systemd/network/11-a.link", "[Match]\nPath=pci-0000:5e:00.0\n[Link]\nMTUBytes=1500\n");
  CHECK(rail.silent());
  SUBCASE(".link") {
    rail.fake.add_file("/usr/lib/systemd/network/20-a.link",
                       "[Match]\nDriver=mlx5_core bnxt_en\n[Link]\nMTUBytes=1500\n");
    CHECK(rail.says("20-a.link:4 has udev set it to 1500"));
  }
  SUBCASE(".network, the first that matches alone") {
    rail.fake.add_file("/run/systemd/network/10-b.network", "[Match]\nName=ens1*\n[Link]\nMTUBytes=9000\n");
    rail.fake.add_file("/run/systemd/network/20-b.network", "[Match]\nName=*\n[Link]\nMTUBytes=1500\n");
    CHECK(rail.silent());
  }
  SUBCASE("NetworkManager") {
    rail.fake.add_file("/etc/NetworkManager/system-connections/rail.nmconnection",
                       "[connection]\nid=rail\ninterface-name=ens1.100\n[ethernet]\nmtu=1500\n");
    CHECK(rail.says("rail.nmconnection:5 has NetworkManager set it to 1500"));
  }
}

TEST_CASE("a service that owns what the profile names is told while it runs, or will at boot") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3})}};
  CHECK(rail.silent());
  SUBCASE("running") {
    rail.fake.add_folder("/sys/fs/cgroup/system.slice/lldpad.service");
    CHECK(rail.says("lldpad.service runs, and group rails"));
  }
  SUBCASE("at boot") {
    rail.fake.add_symlink("/etc/systemd/system/multi-user.target.wants/rdma-qos.service",
                          "/etc/systemd/system/rdma-qos.service");
    CHECK(rail.says("rdma-qos.service is started at boot"));
  }
  SUBCASE("in a pod") {
    rail.fake.add_folder("/var/log/pods/nvidia_nic-configuration-daemon-x7k2p_0d2e1b34");
    CHECK(rail.says("nic-configuration-daemon runs in a pod, and group rails"));
  }
  SUBCASE("of no concern") {
    rail.fake.add_folder("/var/log/pods/sriov_sriov-network-config-daemon-x7k2p_0d2e1b34");
    rail.fake.add_folder("/sys/fs/cgroup/system.slice/sriov-config.service");
    CHECK(rail.silent());
  }
}

TEST_CASE("scripts that run at boot or when a driver starts") {
  Rail rail{{wish("dcb.pfc", catalog::Priorities{3}), wish("mtu", number(9000))}};
  const std::string hook = "/etc/infiniband/post-start-hook.sh";
  SUBCASE("with its line; what is commented out, or of no concern, isn't") {
    rail.fake.add_file(hook,
                       "#!/bin/sh\n# mlnx_qos -i ens1\ncma_roce_tos -t 106\nmlnx_qos -i ens1 --pfc 0,0,0,0,0,1,0,0\n");
    CHECK(rail.says(hook + ":4 seems to set dcb too (mlnx_qos -i ens1 --pfc"));
  }
  SUBCASE("one of NetworkManager's") {
    rail.fake.add_file("/etc/NetworkManager/dispatcher.d/99-mtu", "ip link set ens1 mtu 4200\n");
    CHECK(rail.says("99-mtu:1 seems to set mtu too"));
  }
  SUBCASE("a script without an end of line") {
    rail.fake.add_file("/etc/rc.local", "exit 0");
    CHECK(rail.silent());
  }
}

TEST_CASE("another file of modprobe.d that asks for the other netns mode") {
  Rail rail{{}};
  rail.profile.node = {wish("rdma.netns", word("shared"))};
  rail.fake.add_file("/etc/modprobe.d/roced.conf", "options ib_core netns_mode=0\n");
  rail.fake.add_file("/etc/modprobe.d/a.conf", "options mlx5_core prof_sel=3\noptions ib_core netns_mode=1\n");
  CHECK(rail.silent());
  rail.fake.add_file("/etc/modprobe.d/b.conf", "options ib_core netns_mode=0\n");
  CHECK(rail.says("/etc/modprobe.d/b.conf:1 asks for netns_mode=0"));
}

namespace {

/// A node whose profile wants `exclusive`, with the initramfs of an earlier day.
struct Early : Rail {
  explicit Early(const std::vector<std::pair<std::string, std::string>>& in_image) : Rail{{}} {
    profile.node = {wish("rdma.netns", word("exclusive"))};
    fake.add_file("/proc/sys/kernel/osrelease", "6.1.0-44-amd64\n");
    fake.add_file(image, cpio({{"kernel/x86/microcode/x.bin", "m"}}, false) + cpio(in_image, true));
    fake.add_file("/usr/sbin/update-initramfs", "");
  }
  void add_modprobe_file(const std::string& text) { fake.add_file("/etc/modprobe.d/a.conf", text); }

  static constexpr const char* image = "/boot/initrd.img-6.1.0-44-amd64";
  static constexpr const char* exclusive = "options ib_core netns_mode=0\n";
};

const std::string ib_core = "usr/lib/modules/6.1.0-44-amd64/kernel/drivers/infiniband/core/ib_core.ko.xz";

}  // namespace

TEST_CASE("an initramfs that was built before modprobe.d said exclusive, and loads ib_core") {
  Early node{{{ib_core, "elf"}, {"etc/modprobe.d/x.conf", "options mlx5_core prof_sel=3\n"}}};
  CHECK(node.silent());  // modprobe.d asks for nothing: the mode is set while the node runs
  node.add_modprobe_file(Early::exclusive);
  CHECK(
      node.says("rdma.netns: /boot/initrd.img-6.1.0-44-amd64 is older than modprobe.d and loads ib_core early: nothing "
                "in it says netns_mode, so that the next boot begins with shared"));
  CHECK(node.says("Build it anew: update-initramfs -u"));
  // Built anew with the same content: whoever did that has seen modprobe.d as it is.
  node.fake.add_file(Early::image, cpio({{ib_core, "elf"}}, true));
  CHECK(node.silent());
}

TEST_CASE("a stale initramfs is of no concern where ib_core isn't in it, or what it says is right") {
  SUBCASE("no ib_core") {
    Early node{{{"usr/lib/modules/6.1.0-44-amd64/kernel/my_ib_core.ko", ""}}};
    node.add_modprobe_file(Early::exclusive);
    CHECK(node.silent());
  }
  SUBCASE("the same") {
    Early node{{{ib_core, ""},
                {"usr/lib/modprobe.d/z.conf", Early::exclusive},
                {"etc/modprobe.d/a.conf", "options ib_core netns_mode=Y"}}};
    node.add_modprobe_file(Early::exclusive);
    CHECK(node.silent());
  }
  SUBCASE("another line counts: the last") {
    Early node{{{ib_core, ""},
                {"usr/lib/modprobe.d/a.conf", Early::exclusive},
                {"etc/modprobe.d/z.conf", "options ib_core a=1 netns_mode"}}};
    node.add_modprobe_file(Early::exclusive);
    CHECK(node.says("in it, etc/modprobe.d/z.conf:1 says so"));
  }
  SUBCASE("modprobe.d itself says otherwise, which is told as that") {
    Early node{{{ib_core, ""}}};
    node.add_modprobe_file("options ib_core netns_mode=1\n");
    CHECK(node.says("/etc/modprobe.d/a.conf:1 asks for netns_mode=1"));
  }
  SUBCASE("no image") {
    Early node{{{ib_core, ""}}};
    node.fake.remove_file(Early::image);
    node.add_modprobe_file(Early::exclusive);
    CHECK(node.silent());
  }
}

TEST_CASE("an initramfs that can't be unpacked is told while it may matter") {
  Early node{{}};
  node.fake.add_file(Early::image, "junk");
  node.add_modprobe_file(Early::exclusive);
  CHECK(node.says("what is in it can't be told (EINVAL"));
}

TEST_CASE("lines with sections, comments and keys without a value") {
  auto lines = rivals::lines_of("a = b=c\n; no\n[S]\n  key\t=\tvalue  \nalone");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].value == "b=c");
  CHECK(lines[1].section == "S");
  CHECK(lines[1].value == "value");
  CHECK(lines[1].number == 4);
  CHECK(lines[2].key == "alone");
}
