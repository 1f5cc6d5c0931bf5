#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "profile/decode.hpp"

/// What the rules of lint() are made of. Each looks at a group as a whole, after merging and expanding.
namespace roced::profile {

/// A wish and its value, where there is one.
template <typename T>
struct Wished {
  const Wish* wish = nullptr;
  const T* value = nullptr;
  explicit operator bool() const { return wish != nullptr; }
};

template <typename T>
Wished<T> wished(const Draft& draft, std::string_view name) {
  const auto* wish = draft.wish(name);
  return wish == nullptr ? Wished<T>{} : Wished<T>{wish, std::get_if<T>(&wish->value)};
}

/// "dcb.pfc (line 15)"
std::string named(const Wish& wish, const Origin& here);

/// The priority that the group's map gives a DSCP, else what a NIC that trusts DSCP does by itself.
int priority_of(const Draft& draft, std::uint64_t dscp);

/// Those of `all` that aren't in `less`.
catalog::Priorities without(catalog::Priorities all, catalog::Priorities less);
/// "3, 5"
std::string listed(catalog::Priorities set);
/// "priority 3", "priorities 3, 5"
std::string counted(catalog::Priorities set);

/// Which packets get which priority, and what that means for them.
void lint_traffic(const Draft& draft, Findings& findings);
/// ECN, its notifications, and how they slow a sender down.
void lint_congestion(const Draft& draft, Findings& findings);
/// Traffic classes, pauses and buffers.
void lint_queues(const Draft& draft, Findings& findings);
/// What a port can have, and what shuts out what.
void lint_port(const Draft& draft, Findings& findings);
/// Virtual functions.
void lint_functions(const Draft& draft, Findings& findings);

}  // namespace roced::profile
