#include "survey/judgement.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "catalog/roce.hpp"
#include "survey/worth.hpp"

namespace roced::survey {
namespace {

constexpr auto least_mtu = catalog::roce_mtus.back() + catalog::roce_headers;

class Judgement {
 public:
  Judgement(const Alike& group, const std::vector<Alike>& all)
      : group_{group}, all_{all}, values_{group.facts.values} {}

  profile::Notes take() {
    say({}, listed(group_.nics));
    differing();
    mtu();
    flow_control();
    congestion_control();
    sysctls();
    left_out();
    return std::move(notes_);
  }

 private:
  /// Above the value, or where the profile doesn't state it, above the group.
  void say(std::string_view setting, const std::string& text) {
    auto key = "nic." + group_.name;
    if (group_.said.contains(setting)) key += fmt::format(".{}", setting);
    auto& note = notes_[key];
    note += (note.empty() ? "" : "\n\n") + text;
  }

  template <typename T>
  const T* value(std::string_view name) const {
    return value_of<T>(values_, name);
  }

  /// The first group of the same hardware is the one to differ from.
  void differing() {
    auto at = std::find_if(all_.begin(), all_.end(), [&](const Alike& each) { return each.same_hardware(group_); });
    const auto& other = *at;
    if (&other == &group_) return;
    std::set<std::string_view> names;
    for (const auto* said : {&group_.said, &other.said})
      for (const auto& [name, value] : *said) names.insert(name);
    for (auto name : names) {
      auto here = group_.said.find(name), there = other.said.find(name);
      if (group_.facts.unknown.contains(name) || other.facts.unknown.contains(name)) continue;
      bool is_here = here != group_.said.end(), is_there = there != other.said.end();
      if (is_here && is_there && here->second == there->second) continue;
      say(name, fmt::format("{} differs from [nic.{}]: {} there", name, other.name,
                            is_there ? to_text(there->second) : shown(other, name)));
    }
  }

  /// A value that isn't stated.
  static std::string shown(const Alike& group, std::string_view name) {
    auto found = group.facts.values.find(name);
    return found == group.facts.values.end() ? "none" : to_text(found->second);
  }

  void mtu() {
    const auto* bytes = value<std::uint64_t>("mtu");
    // With PFC or ECN, lint says it.
    bool roce = is_lossless(values_) || group_.said.contains("ecn.priorities");
    if (bytes == nullptr || *bytes >= least_mtu || roce) return;
    say("mtu", fmt::format("{} is too small for RoCE's active_mtu of 4096, which needs {}; as a rule 9000, or what the "
                           "switches carry",
                           *bytes, least_mtu));
  }

  void flow_control() {
    const auto* pfc = value<catalog::Priorities>("dcb.pfc");
    const auto* trust = value<std::string>("dcb.trust");
    const auto* owner = value<std::string>("dcb.dcbx");
    if (pfc != nullptr && pfc->empty())
      say("dcb.pfc",
          "PFC is off: when the network is full, RoCE packets are dropped. As a rule it is on for one "
          "priority, here and on the switch: dcb.pfc = [3]");
    if (trust != nullptr && *trust == "pcp")
      say("dcb.trust", "Trust is pcp: the DSCP of RoCE packets isn't looked at. As a rule: dcb.trust = \"dscp\"");
    if (owner != nullptr && *owner == "firmware" && uses_dcb(values_))
      say("dcb.dcbx",
          "The firmware owns DCB, and its LLDP exchange with the switch may overwrite what stands here. To "
          "keep it: dcb.dcbx = \"host\"");
  }

  void congestion_control() {
    if (is_without_ecn(values_))
      say("ecn.priorities",
          "ECN is off: senders aren't slowed down before packets are paused or dropped. As a rule it "
          "is on for the priority of RoCE: ecn.priorities = [3]");
    const auto* mode = value<std::string>("rdma_cm.roce_mode");
    if (mode != nullptr && *mode == "v1") say("rdma_cm.roce_mode", "RoCE v1 isn't routed, and has no DSCP");
  }

  void sysctls() {
    const auto* ignore = value<std::uint64_t>("sysctl.arp_ignore");
    std::size_t rails = 0;
    for (const auto& each : all_) rails += each.nics.size();
    if (rails > 1 && ignore != nullptr && *ignore == 0)
      say("sysctl.arp_ignore",
          "sysctl.arp_ignore is 0: where several rails are in one subnet, the wrong one may answer "
          "ARP. There: arp_ignore = 1, arp_announce = 2, rp_filter = 2");
  }

  void left_out() {
    for (const auto& [name, text] : group_.facts.odd)
      say(name, fmt::format("{} is left out: it is {}, which no profile can ask for", name, text));
    const auto* size = value<catalog::Numbers>("dcb.buffer.size");
    const auto* priorities = value<catalog::Numbers>("dcb.buffer.prio");
    if (size != nullptr && priorities != nullptr && is_lossless(values_))
      say("dcb.buffer.size",
          fmt::format("dcb.buffer is left out: a card reckons its buffers itself, unless a person has set them. They "
                      "are size {}, prio {}",
                      catalog::to_text(*size), catalog::to_text(*priorities)));
    const auto& unknown = group_.facts.unknown;
    if (unknown.empty()) return;
    std::string names;
    for (const auto& [name, why] : unknown) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    say({}, fmt::format("{} {} left out: {}", names, unknown.size() == 1 ? "is" : "are", unknown.begin()->second));
  }

  const Alike& group_;
  const std::vector<Alike>& all_;
  const Values& values_;
  profile::Notes notes_;
};

}  // namespace

profile::Notes judge(const Alike& group, const std::vector<Alike>& all) { return Judgement{group, all}.take(); }

std::string listed(const std::vector<node::Nic>& nics) {
  std::string text;
  for (const auto& nic : nics) {
    auto device = nic.rdma_device == nic.name ? std::string{} : nic.rdma_device;
    auto joint = device.empty() || nic.pci.empty() ? "" : ", ";
    auto what = device.empty() && nic.pci.empty() ? std::string{} : fmt::format(" ({}{}{})", device, joint, nic.pci);
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", nic.name, what);
  }
  return text;
}

}  // namespace roced::survey
