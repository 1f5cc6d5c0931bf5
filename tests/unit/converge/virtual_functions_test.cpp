// How many virtual functions a card has, and what is set of each.
#include <doctest/doctest.h>

#include <cerrno>

#include "rail.hpp"

using namespace roced;
using namespace roced::test;
using settings::State;

TEST_CASE("virtual functions: by way of 0, never while one is away") {
  const std::string device = "/sys/class/net/ens1/device";
  Rail rail{{wish("sriov.vfs", number(8))}};
  SUBCASE("no SR-IOV") {
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::unsupported);
  }
  rail.fake.add_number(device + "/sriov_totalvfs", 16);
  auto add_count = [&](std::uint64_t count) {
    rail.fake.add_file(device + "/sriov_numvfs", std::to_string(count) + "\n",
                       [](std::string_view written, std::string& content) {
                         if (content != "0\n" && written != "0" && content != std::string{written} + "\n") return EBUSY;
                         content = std::string{written} + "\n";
                         return 0;
                       });
  };
  SUBCASE("another number") {
    add_count(4);
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::in_sync);
    CHECK(rail.fake.file(device + "/sriov_numvfs") == "8\n");
  }
  SUBCASE("one in a pod") {
    add_count(1);
    rail.fake.add_symlink(device + "/virtfn0", "../0000:5e:00.2");
    rail.fake.add_symlink("/sys/devices/pci0000:00/0000:5e:00.2/driver", "../../../bus/pci/drivers/mlx5_core");
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::held);
    CHECK(rail.row("sriov.vfs").cause.find("in another network namespace") != std::string::npos);
  }
  SUBCASE("one whose RDMA device is in use") {
    add_count(1);
    const std::string function = "/sys/devices/pci0000:00/0000:5e:00.2";
    rail.fake.add_symlink(device + "/virtfn0", "../0000:5e:00.2");
    rail.fake.add_symlink(function + "/driver", "../../../bus/pci/drivers/mlx5_core");
    rail.fake.add_folder(function + "/net/ens1v0");
    rail.fake.add_folder(function + "/infiniband/mlx5_0");
    rail.fake.add_queue_pair("mlx5_0", 2, 4242, "python3");
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::held);
    CHECK(rail.row("sriov.vfs").cause.find("is in use: 1 queue pair of python3 (pid 4242) on mlx5_0") !=
          std::string::npos);
    CHECK(rail.fake.writes(device + "/sriov_numvfs") == 0);
    rail.fake.clear_queue_pairs();
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::in_sync);
  }
  SUBCASE("more than there can be") {
    add_count(0);
    rail.profile = rails({wish("sriov.vfs", number(64))});
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::failed);
    CHECK(rail.row("sriov.vfs").cause.find("16 virtual functions at most") != std::string::npos);
  }
}

TEST_CASE("attributes of virtual functions, those made a moment ago too") {
  const std::string numvfs = "/sys/class/net/ens1/device/sriov_numvfs";
  std::vector<profile::Wish> wishes{wish("sriov.trust", flag(true)), wish("sriov.spoof_check", flag(false)),
                                    wish("sriov.max_rate", number(500)), wish("sriov.min_rate", number(100))};
  Rail rail{wishes};
  auto& functions = rail.fake.virtual_functions("ens1");
  auto add = [&](std::optional<bool> trust, std::uint32_t min_rate, std::uint32_t max_rate) {
    functions.push_back({.number = static_cast<std::uint32_t>(functions.size()),
                         .trust = trust,
                         .spoof_check = true,
                         .min_rate = min_rate,
                         .max_rate = max_rate});
  };
  SUBCASE("none, and none asked for") {
    rail.converge();
    CHECK(rail.state("sriov.trust") == State::unsupported);
  }
  SUBCASE("made in the same convergence") {
    wishes.insert(wishes.begin(), wish("sriov.vfs", number(2)));
    rail.profile = rails(wishes);
    rail.fake.add_file(numvfs, "0\n", [&](std::string_view written, std::string& content) {
      content = std::string{written} + "\n";
      add(false, 0, 0);
      add(false, 0, 0);
      return 0;
    });
    rail.converge();
    CHECK(rail.state("sriov.trust") == State::in_sync);
    CHECK(rail.state("sriov.min_rate") == State::in_sync);
    CHECK(functions.at(1).trust == true);
    CHECK(functions.at(1).min_rate == 100);
  }
  SUBCASE("not made, since that fails: then they wait for it") {
    wishes.insert(wishes.begin(), wish("sriov.vfs", number(2)));
    rail.profile = rails(wishes);
    rail.fake.add_file(numvfs, "0\n", [](std::string_view, std::string&) { return ENOMEM; });
    rail.converge();
    CHECK(rail.state("sriov.vfs") == State::failed);
    CHECK(rail.state("sriov.trust") == State::drifted);
    CHECK(rail.row("sriov.trust").cause == "not written before sriov.vfs is in sync");
  }
  SUBCASE("both rates are written at once: the old limit may be below the new guarantee") {
    add(true, 10, 50);
    add(true, 100, 500);
    rail.converge();
    CHECK(rail.state("sriov.max_rate") == State::in_sync);
    CHECK(functions.at(0).min_rate == 100);
    CHECK(functions.at(0).max_rate == 500);
    CHECK(functions.at(0).spoof_check == false);
    // vf 0 by the rates; both by the spoof check
    CHECK(rail.fake.writes("virtual_function") == 3);
  }
  SUBCASE("a driver that doesn't tell") {
    add({}, 0, 0);
    rail.converge();
    CHECK(rail.state("sriov.trust") == State::unsupported);
  }
  SUBCASE("a driver that ignores it") {
    add(false, 0, 0);
    rail.fake.ignore_write("virtual_function");
    rail.converge();
    CHECK(rail.state("sriov.trust") == State::failed);
    CHECK(rail.row("sriov.trust").actual == "vf 0 false");
  }
}
