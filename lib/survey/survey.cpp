#include "survey/survey.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "converge/check.hpp"
#include "profile/canonical.hpp"
#include "profile/layer.hpp"
#include "report/style.hpp"
#include "settings/make.hpp"
#include "survey/alike.hpp"
#include "survey/judgement.hpp"
#include "survey/worth.hpp"

namespace roced::survey {
namespace {

using node::Nic;
using profile::Notes;

constexpr unsigned comment_width = 78;

constexpr std::string_view heading =
    "What this node had when rocectl profile init wrote this; what looks wrong for RoCE is said where it stands. "
    "roced.profile(5) and rocectl explain tell of each key. With mode = \"enforce\" roced keeps it so.";

/// The RDMA NICs of a node by what a profile can do with them.
struct Ports {
  std::vector<Nic> rails;  ///< Ethernet, with a netdev here
  std::vector<Nic> infiniband;
  std::vector<Nic> uppers;     ///< bonds above all: their members are what can be set
  std::vector<Nic> functions;  ///< virtual ones: they come and go with pods
  std::vector<Nic> elsewhere;  ///< their netdevs aren't in this network namespace

  bool any() const {
    return !(rails.empty() && infiniband.empty() && uppers.empty() && functions.empty() && elsewhere.empty());
  }
};

Ports ports_of(const node::Node& node) {
  Ports ports;
  for (const auto& nic : node.nics) {
    if (nic.rdma_device.empty()) continue;
    auto& kind = nic.is_upper()                                  ? ports.uppers
                 : nic.link_layer == node::LinkLayer::infiniband ? ports.infiniband
                 : nic.kind == node::Kind::virtual_function      ? ports.functions
                 : nic.netdev.empty()                            ? ports.elsewhere
                                                                 : ports.rails;
    kind.push_back(nic);
  }
  return ports;
}

/// What is no group, and why.
std::string others(const Ports& ports) {
  std::string text;
  auto tell = [&](const std::vector<Nic>& nics, std::string_view why) {
    if (!nics.empty()) text += fmt::format("\n\n{}: {}", listed(nics), why);
  };
  tell(ports.uppers, "lies on other NICs. Their MTU, DCB and ECN are what a group can keep: name them by ifname.");
  tell(ports.functions, "virtual functions come and go with pods, and most is set on their physical function.");
  tell(ports.elsewhere, "no netdev in this network namespace, so there is nothing to read; it may be in a pod's.");
  return text;
}

/// "dcb.pfc" of "dcb.pfc (line 12)", which is another line by and by.
std::string without_lines(std::string text) {
  constexpr std::string_view start = " (line ";
  for (auto at = text.find(start); at != std::string::npos; at = text.find(start)) {
    auto end = text.find(')', at);
    text.erase(at, end == std::string::npos ? end : end + 1 - at);
  }
  return text;
}

/// Broken into lines of a comment; paragraphs stay.
std::string broken(std::string_view text) {
  std::string out;
  for (;;) {
    auto end = std::min(text.find('\n'), text.size());
    out += report::wrapped(text.substr(0, end), 0, comment_width);
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

/// A group that is a comment: an InfiniBand port has nothing that roced would set, its link layer can be checked.
std::string infiniband(const std::vector<Nic>& nics) {
  if (nics.empty()) return {};
  profile::Table tree;
  put(tree, "nic.infiniband.match.link_layer", profile::item_of(std::string{"infiniband"}));
  put(tree, "nic.infiniband.link_layer", profile::item_of(std::string{"infiniband"}));
  put(tree, "nic.infiniband.count", profile::item_of(std::uint64_t{nics.size()}));
  auto text = fmt::format("{}: InfiniBand, which has none of the settings above. To have it checked that it stays so:",
                          listed(nics));
  return '\n' + profile::commented(broken(text) + "\n\n" + profile::write(tree));
}

/// A profile on its way: what it states, and what its comments say.
class Draft {
 public:
  Draft(kernel::Kernel& kernel, std::string name)
      : name_{std::move(name)}, node_{node::discover(kernel)}, now_{kernel} {}

  tl::expected<Survey, std::string> finish() {
    auto ports = ports_of(node_);
    if (!ports.any()) return tl::unexpected{why_none()};
    heading_ = fmt::format("{}{}", heading, others(ports));
    infiniband_ = infiniband(ports.infiniband);
    state(ports);
    // What can't be said, or doesn't hold as said, goes. A comment may name lines that another comment moves: again,
    // until nothing moves, for a while.
    constexpr unsigned most_rounds = 50;
    for (unsigned round = 0;; ++round) {
      auto before = text();
      auto loaded = load();
      if (drop_errors(loaded)) continue;
      if (!loaded.profile) return tl::unexpected{loaded.diagnostics.front().line()};
      if (drop_what_differs(*loaded.profile)) continue;
      if (text() == before || round > most_rounds) return Survey{std::move(before), std::move(*loaded.profile)};
    }
  }

 private:
  std::string why_none() const {
    std::string why;
    for (const auto& problem : node_.problems) why += (why.empty() ? ": " : "; ") + problem.text;
    return "no RDMA NIC is here" + why;
  }

  void put(std::string_view key, const catalog::Value& value) { profile::put(tree_, key, profile::item_of(value)); }

  void state(const Ports& ports) {
    put("schema", std::uint64_t{1});
    put("mode", std::string{"observe"});
    for (const auto& [name, value] : worth_saying(facts_of(now_, std::nullopt).values)) put(name, value);
    auto groups = groups_of(now_, ports.rails);
    for (const auto& group : groups) {
      auto prefix = fmt::format("nic.{}.", group.name);
      put(prefix + "count", std::uint64_t{group.nics.size()});
      profile::put(tree_, prefix + "match", {{}, {}, match_of(group, node_)});
      for (const auto& [name, value] : group.said) put(prefix + std::string{name}, value);
      notes_.merge(judge(group, groups));
    }
  }

  std::string text() const {
    auto notes = notes_;
    for (const auto& [key, said] : found_) note(notes, key, said);
    for (auto& [key, said] : notes) said = broken(said);
    return profile::commented(broken(heading_)) + '\n' + profile::write(tree_, notes) + infiniband_;
  }

  static void note(Notes& notes, const std::string& key, const std::string& text) {
    auto& said = notes[key];
    said += (said.empty() ? "" : "\n\n") + text;
  }

  /// The profile as it would be read from a file; its warnings become comments.
  profile::Loaded load() {
    profile::Findings findings;
    auto layer = profile::parse_layer(name_, text(), profile::Layer::Kind::main, findings);
    told_ = profile::tell(layer.tree);
    auto loaded = profile::compose(name_, {layer}, std::move(findings));
    found_.clear();
    for (const auto& each : loaded.diagnostics)
      if (each.severity == profile::Severity::warning) note(found_, key_at(each.origin), sentence(each));
    return loaded;
  }

  static std::string sentence(const profile::Diagnostic& diagnostic) {
    return diagnostic.text + (diagnostic.advice.empty() ? "" : ". " + diagnostic.advice);
  }

  /// The value at a line, or the table whose header is there.
  std::string key_at(const profile::Origin& origin) const {
    auto at = std::find_if(told_.begin(), told_.end(),
                           [&](const profile::Told& each) { return each.origin.line >= origin.line; });
    if (at == told_.end()) return {};
    return at->origin.line == origin.line ? at->key : at->key.substr(0, at->key.rfind('.'));
  }

  /// Takes a value out, and says so above its group, or the profile. Whether it was there.
  bool drop(const std::string& key, const std::string& why) {
    if (!erase(tree_, key)) return false;
    constexpr std::string_view groups = "nic.";
    auto group = key.starts_with(groups) ? key.substr(0, key.find('.', groups.size())) : std::string{};
    auto setting = group.empty() ? key : key.substr(group.size() + 1);
    auto said = fmt::format("{} is left out: {}", setting,
                            why.starts_with(setting + ": ") ? why.substr(setting.size() + 2) : why);
    if (group.empty())
      heading_ += "\n\n" + said;
    else
      note(notes_, group, said);
    return true;
  }

  bool drop_errors(const profile::Loaded& loaded) {
    bool dropped = false;
    for (const auto& each : loaded.diagnostics)
      if (each.severity == profile::Severity::error)
        dropped = drop(key_at(each.origin), without_lines(each.text)) || dropped;
    return dropped;
  }

  /// As `rocectl check` would look at it.
  bool drop_what_differs(const profile::Profile& profile) {
    bool dropped = false;
    for (const auto& setting : settings::make(profile, node::match(profile, node_))) {
      const auto& subject = setting->subject();
      auto key =
          (subject.nic ? fmt::format("nic.{}.", subject.group) : std::string{}) + std::string{setting->row().name};
      auto finding = converge::check(*setting, now_);
      if (!finding.in_sync())
        dropped = drop(key, fmt::format("{} has {} beside {}", subject.name(), finding.actual(),
                                        to_text(setting->desired()))) ||
                  dropped;
      else if (finding.remark)
        note(found_, key, finding.remark->text);
    }
    return dropped;
  }

  std::string name_;
  node::Node node_;
  node::Snapshot now_;
  profile::Table tree_;
  std::string heading_, infiniband_;
  Notes notes_;  ///< of what the node has
  Notes found_;  ///< of what lint and the settings say to the profile
  std::vector<profile::Told> told_;
};

}  // namespace

tl::expected<Survey, std::string> survey(kernel::Kernel& kernel, const std::string& name) {
  return Draft{kernel, name}.finish();
}

}  // namespace roced::survey
