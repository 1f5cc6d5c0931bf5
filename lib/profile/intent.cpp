#include "profile/intent.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace roced::profile {
namespace {

/// ECT(0): the low two bits of a ToS byte whose packets switches may mark.
constexpr std::uint64_t ecn_capable = 2;

class Expansion {
 public:
  Expansion(Draft& draft, Findings& findings) : draft_{draft}, findings_{findings} {}

  void run() {
    const auto& roce = draft_.roce;
    if (roce.priority) {
      add_member("dcb.pfc", *roce.priority);
      add_member("ecn.priorities", *roce.priority);
    }
    if (roce.dscp && roce.cnp_dscp && roce.dscp->number == roce.cnp_dscp->number) {
      one_dscp_for_both();
      return;
    }
    map("roce.dscp", roce.dscp, "roce.priority", roce.priority);
    map("roce.cnp_dscp", roce.cnp_dscp, "roce.cnp_priority", roce.cnp_priority);
    if (roce.dscp) same("rdma_cm.tos", std::uint64_t{roce.dscp->number} << 2U | ecn_capable, *roce.dscp, "roce.dscp");
    if (roce.cnp_dscp) same("dcqcn.cnp_dscp", roce.cnp_dscp->number, *roce.cnp_dscp, "roce.cnp_dscp");
    if (roce.cnp_priority)
      same("dcqcn.cnp_802p_prio", roce.cnp_priority->number, *roce.cnp_priority, "roce.cnp_priority");
  }

 private:
  void add_member(std::string_view name, const Asked& priority) {
    auto* written = find_wish(name);
    if (written == nullptr) {
      insert({catalog::find(name), catalog::Priorities{int{priority.number}}, priority.origin, true});
      return;
    }
    if (std::get<catalog::Priorities>(written->value).contains(priority.number)) return;
    findings_.error(written->origin, fmt::format("{}: {} lacks priority {}, which roce.priority ({}) asks for", name,
                                                 catalog::to_text(written->value), priority.number,
                                                 place(priority.origin, written->origin)));
  }

  /// What is written out must say the same.
  void same(std::string_view name, std::uint64_t number, const Asked& asked, std::string_view asked_name) {
    auto* written = find_wish(name);
    if (written == nullptr) {
      insert({catalog::find(name), number, asked.origin, true});
      return;
    }
    if (written->value == catalog::Value{number}) return;
    findings_.error(written->origin,
                    fmt::format("{}: {}, but {} ({}) asks for {}", name, catalog::to_text(written->value), asked_name,
                                place(asked.origin, written->origin), number),
                    fmt::format("Write {}, or leave it out.", number));
  }

  /// The same DSCP can't have two priorities, and CNPs in the data's class wait behind what they should slow down.
  void one_dscp_for_both() {
    const auto& roce = draft_.roce;
    findings_.error(roce.cnp_dscp->origin,
                    fmt::format("roce.cnp_dscp: {} is the DSCP of the data (roce.dscp, {})", roce.cnp_dscp->number,
                                place(roce.dscp->origin, roce.cnp_dscp->origin)),
                    "Give congestion notifications one of their own, as a rule 48.");
  }

  void map(std::string_view dscp_name, const std::optional<Asked>& dscp, std::string_view priority_name,
           const std::optional<Asked>& priority) {
    if (!dscp) return;
    if (!priority) {
      findings_.error(dscp->origin, fmt::format("{}: there is no {} to map it to", dscp_name, priority_name));
      return;
    }
    auto* written = find_wish("dcb.dscp_prio");
    if (written == nullptr) {
      insert(
          {catalog::find("dcb.dscp_prio"), catalog::NumberMap{{dscp->number, priority->number}}, dscp->origin, true});
      return;
    }
    auto& entries = std::get<catalog::NumberMap>(written->value);
    auto [entry, added] = entries.try_emplace(dscp->number, priority->number);
    if (added || entry->second == priority->number) return;
    const auto& at = draft_.mapped[dscp->number];
    findings_.error(
        at, fmt::format("dcb.dscp_prio: {} = {}, but {} and {} ({}) ask for {} = {}", dscp->number, entry->second,
                        dscp_name, priority_name, place(dscp->origin, at), dscp->number, priority->number));
  }

  Wish* find_wish(std::string_view name) {
    auto& wishes = draft_.group.wishes;
    auto at = std::find_if(wishes.begin(), wishes.end(), [&](const Wish& each) { return each.row->name == name; });
    return at == wishes.end() ? nullptr : &*at;
  }

  /// Keeps the order of the catalogue, whose rows are one array.
  void insert(Wish wish) {
    auto& wishes = draft_.group.wishes;
    auto at = std::find_if(wishes.begin(), wishes.end(), [&](const Wish& each) { return wish.row < each.row; });
    wishes.insert(at, std::move(wish));
  }

  Draft& draft_;
  Findings& findings_;
};

}  // namespace

void expand(Draft& draft, Findings& findings) { Expansion{draft, findings}.run(); }

std::string place(const Origin& other, const Origin& here) {
  bool same = other.file && here.file && *other.file == *here.file;
  return same ? fmt::format("line {}", other.line) : other.text();
}

}  // namespace roced::profile
