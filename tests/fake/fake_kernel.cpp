#include "fake/fake_kernel.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <net/if_arp.h>

#include "fake/state.hpp"

namespace roced::fake {

struct FakeKernel::Impl {
  State state;
  kernel::Kernel kernel{fake_files(state),      fake_links(state),   fake_dcb(state),    fake_rdma(state),
                        fake_namespaces(state), fake_ethtool(state), fake_routing(state)};

  int next_ifindex() const {
    int highest = 0;
    for (const auto& each : state.links) highest = std::max(highest, each.link.ifindex);
    return highest + 1;
  }

  int add(FakeLink added) {
    if (added.link.ifindex == 0) added.link.ifindex = next_ifindex();
    if (state.find(added.link.ifindex) != nullptr || state.find(added.link.name) != nullptr)
      throw std::invalid_argument{"two links of one name or ifindex: " + added.link.name};
    if (added.link.address.empty())
      added.link.address = fmt::format("02:00:00:00:00:{:02x}", added.link.ifindex & 0xff);
    state.links.push_back(std::move(added));
    return state.links.back().link.ifindex;
  }

  void add_port(const Nic& nic, int ifindex) {
    auto [found, is_new] = state.devices.try_emplace(nic.rdma);
    auto& device = found->second;
    if (is_new) {
      unsigned index = state.next_device++;
      device.device = {.index = index, .name = nic.rdma, .protocol = nic.infiniband ? "ib" : "roce", .ports = 0};
      device.queue_pairs = {{.device = index, .type = 1, .pid = 0, .command = "ib_core"}};
    }
    device.device.ports = std::max(device.device.ports, nic.port);
    // An InfiniBand port doesn't name its IPoIB interface.
    device.ports[nic.port] = {.number = nic.port,
                              .state = static_cast<std::uint8_t>(nic.carrier ? 4 : 1),
                              .netdev = nic.infiniband ? 0 : ifindex};
  }
};

FakeKernel::FakeKernel() : impl_{std::make_unique<Impl>()} {
  add_node_files(impl_->state);
  kernel::Link loopback;
  loopback.ifindex = 1;
  loopback.name = "lo";
  loopback.mtu = 65536;
  loopback.type = ARPHRD_LOOPBACK;
  loopback.address = "00:00:00:00:00:00";
  loopback.carrier = true;
  add_link(loopback, 0, 0);
}

FakeKernel::~FakeKernel() = default;

kernel::Kernel& FakeKernel::kernel() { return impl_->kernel; }

int FakeKernel::add_nic(const Nic& nic) {
  FakeLink added{.link = {}, .mtu_min = nic.mtu_min, .mtu_max = nic.mtu_max};
  added.link.ifindex = nic.ifindex;
  added.link.name = nic.name;
  added.link.mtu = nic.mtu;
  added.link.mtu_max = nic.mtu_max;
  added.link.permanent_address = nic.permanent_address;
  added.link.type = nic.infiniband ? ARPHRD_INFINIBAND : ARPHRD_ETHER;
  added.link.master = nic.master;
  added.link.carrier = nic.carrier;
  int ifindex = impl_->add(std::move(added));
  add_nic_files(impl_->state, nic, link(nic.name));
  if (nic.dcb && !nic.infiniband && nic.physfn.empty()) impl_->state.dcb[nic.name] = {};
  if (!nic.infiniband && !nic.pci.empty()) impl_->state.pause[nic.name] = {};
  if (!nic.rdma.empty()) impl_->add_port(nic, ifindex);
  return ifindex;
}

int FakeKernel::add_link(kernel::Link link, unsigned mtu_min, unsigned mtu_max) {
  if (link.type == 0) link.type = ARPHRD_ETHER;
  const auto* parent = link.parent == 0 ? nullptr : impl_->state.find(link.parent);
  if (link.mtu == 0) link.mtu = parent == nullptr ? 1500 : parent->link.mtu;
  link.mtu_max = mtu_max;
  auto name = link.name;
  int ifindex = impl_->add({std::move(link), mtu_min, mtu_max});
  add_link_files(impl_->state, this->link(name));
  return ifindex;
}

void FakeKernel::remove(const std::string& netdev) {
  auto& state = impl_->state;
  int ifindex = link(netdev).ifindex;
  std::erase_if(state.links, [&](const FakeLink& each) { return each.link.name == netdev; });
  state.dcb.erase(netdev);
  state.pause.erase(netdev);
  remove_files(state, netdev);
  for (auto device = state.devices.begin(); device != state.devices.end();) {
    auto& ports = device->second.ports;
    std::erase_if(ports, [&](const auto& port) { return port.second.netdev == ifindex; });
    if (!ports.empty()) {
      ++device;
      continue;
    }
    auto folder = "/sys/class/infiniband/" + device->first;
    if (auto target = state.tree.target(folder)) state.tree.remove("/sys/class/infiniband/" + *target);
    state.tree.remove(folder);
    device = state.devices.erase(device);
  }
}

void FakeKernel::rename(const std::string& netdev, const std::string& name) {
  auto& state = impl_->state;
  link(netdev).name = name;
  if (auto entry = state.dcb.extract(netdev)) {
    entry.key() = name;
    state.dcb.insert(std::move(entry));
  }
  rename_files(state, netdev, name);
}

kernel::Link& FakeKernel::link(const std::string& netdev) {
  auto* found = impl_->state.find(netdev);
  if (found == nullptr) throw std::out_of_range{"no link " + netdev};
  return found->link;
}

std::vector<kernel::VirtualFunction>& FakeKernel::virtual_functions(const std::string& netdev) {
  auto* found = impl_->state.find(netdev);
  if (found == nullptr) throw std::out_of_range{"no link " + netdev};
  return found->functions;
}

kernel::Pause& FakeKernel::pause(const std::string& netdev) { return impl_->state.pause.at(netdev); }

kernel::GidTable& FakeKernel::gids(const std::string& rdma) { return impl_->state.devices.at(rdma).gids; }

std::vector<kernel::Address>& FakeKernel::addresses() { return impl_->state.addresses; }
std::vector<kernel::Rule>& FakeKernel::rules() { return impl_->state.rules; }
std::vector<kernel::Route>& FakeKernel::routes() { return impl_->state.routes; }

void FakeKernel::on_make_folder(std::function<kernel::Result<void>(const std::string&)> hook) {
  impl_->state.make_folder = std::move(hook);
}

DcbPort& FakeKernel::dcb(const std::string& netdev) { return impl_->state.dcb.at(netdev); }

void FakeKernel::add_namespace(const std::string& name) { impl_->state.namespaces.try_emplace(name); }

void FakeKernel::add_child(const std::string& name, kernel::Link child) {
  auto& children = impl_->state.namespaces[name];
  const auto* parent = impl_->state.find(child.parent);
  if (child.mtu == 0) child.mtu = parent == nullptr ? 1500 : parent->link.mtu;
  if (child.ifindex == 0) child.ifindex = static_cast<int>(children.size()) + 2;
  if (child.kind.empty()) child.kind = "macvlan";
  if (child.type == 0) child.type = ARPHRD_ETHER;
  children.push_back(std::move(child));
}

std::vector<kernel::Link>& FakeKernel::children(const std::string& name) { return impl_->state.namespaces.at(name); }

void FakeKernel::remove_namespace(const std::string& name) { impl_->state.namespaces.erase(name); }

void FakeKernel::set_unnamed_namespaces(unsigned count) { impl_->state.unnamed_namespaces = count; }

void FakeKernel::without_rdma() {
  impl_->state.has_rdma = false;
  impl_->state.devices.clear();
  impl_->state.tree.remove("/sys/module/ib_core");
  impl_->state.tree.remove("/sys/class/infiniband");
}

kernel::RdmaSystem& FakeKernel::rdma_system() { return impl_->state.rdma_system; }

void FakeKernel::add_queue_pair(const std::string& rdma, std::uint8_t type, int pid, std::string command) {
  auto& device = impl_->state.devices.at(rdma);
  if (pid != 0) add_file(fmt::format("/proc/{}/comm", pid), command + "\n");
  device.queue_pairs.push_back({.device = device.device.index,
                                .type = type,
                                .pid = pid,
                                .command = pid == 0 ? std::move(command) : std::string{}});
}

void FakeKernel::add_context(const std::string& rdma, int pid) {
  auto& device = impl_->state.devices.at(rdma);
  device.contexts.push_back({device.device.index, pid});
}

void FakeKernel::clear_queue_pairs() {
  for (auto& [name, device] : impl_->state.devices) {
    device.queue_pairs.clear();
    device.contexts.clear();
  }
}

void FakeKernel::add_file(const std::string& path, std::string content, Store store) {
  impl_->state.tree.add_file(path, std::move(content), std::move(store));
}

void FakeKernel::add_number(const std::string& path, std::uint64_t number) {
  impl_->state.tree.add_file(path, std::to_string(number) + "\n", store_number);
}

void FakeKernel::add_folder(const std::string& path) { impl_->state.tree.add_folder(path); }

void FakeKernel::add_symlink(const std::string& path, std::string target) {
  impl_->state.tree.add_symlink(path, std::move(target));
}

void FakeKernel::remove_file(const std::string& path) { impl_->state.tree.remove(path); }

std::optional<std::string> FakeKernel::file(const std::string& path) const {
  auto content = impl_->state.tree.read(path);
  return content ? std::optional{*content} : std::nullopt;
}

std::map<std::string, std::string> FakeKernel::values() const {
  const auto& state = impl_->state;
  std::map<std::string, std::string> values;
  for (const auto& each : state.links) values["mtu of " + each.link.name] = std::to_string(each.link.mtu);
  for (const auto& [name, children] : state.namespaces)
    for (const auto& child : children)
      values[fmt::format("mtu of {} in {}", child.name, name)] = std::to_string(child.mtu);
  for (const auto& [netdev, port] : state.dcb) {
    if (port.pfc)
      values["pfc of " + netdev] = fmt::format("{} delay {}", hexadecimal(port.pfc->enabled), port.pfc->delay);
    if (port.dcbx) values["dcbx of " + netdev] = hexadecimal(*port.dcbx);
    for (const auto& app : port.apps) values[fmt::format("app of {}: {}", netdev, app_text(app))] = "there";
  }
  if (state.rdma_system.netns_mode)
    values["netns_mode"] = *state.rdma_system.netns_mode == kernel::NetnsMode::shared ? "shared" : "exclusive";
  state.tree.for_each_file([&](const std::string& path, const std::string& content) { values[path] = content; });
  return values;
}

void FakeKernel::fail_write(std::string what, int code, Fault fault) {
  impl_->state.faults.fail(true, std::move(what), code, std::move(fault));
}

void FakeKernel::fail_read(std::string what, int code, Fault fault) {
  impl_->state.faults.fail(false, std::move(what), code, std::move(fault));
}

void FakeKernel::ignore_write(std::string what, Fault fault) {
  impl_->state.faults.ignore(std::move(what), std::move(fault));
}

void FakeKernel::clear_faults() { impl_->state.faults.clear(); }

void FakeKernel::before(std::function<void(const Operation&)> hook) { impl_->state.faults.before = std::move(hook); }

std::size_t FakeKernel::reads(std::string_view what) const { return impl_->state.faults.count(false, what); }

std::size_t FakeKernel::writes(std::string_view what) const { return impl_->state.faults.count(true, what); }

const std::vector<Operation>& FakeKernel::operations() const { return impl_->state.faults.log; }

std::vector<std::string> FakeKernel::written() const {
  std::vector<std::string> texts;
  for (const auto& operation : impl_->state.faults.log)
    if (operation.write) texts.push_back(operation.text());
  return texts;
}

void FakeKernel::forget_operations() { impl_->state.faults.log.clear(); }

}  // namespace roced::fake
