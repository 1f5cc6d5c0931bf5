#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/client.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "report/json.hpp"

namespace roced::ctl {
namespace {

/// What of a revert or a restore isn't back yet.
Answer<std::vector<std::string>> not_back(Client& client) {
  auto json = client.describe();
  if (!json) return tl::unexpected{json.error()};
  std::vector<std::string> problems;
  if (auto report = report::from_json(*json))
    for (const auto& problem : report->problems)
      if (problem.code == "not-back") problems.push_back(problem.text);
  return problems;
}

int take_back(const Common& common, const char* method, const char* done) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  if (auto called = client->ask(method); !called) return refuse(called.error());
  auto problems = not_back(*client);
  if (!problems) return refuse("done, but then: " + problems.error());
  if (common.json)
    print(nlohmann::ordered_json{{"schema", 1}, {"problems", *problems}}.dump() + '\n');
  else if (problems->empty())
    print(fmt::format("{}\n", done));
  for (const auto& problem : *problems)
    if (!common.json) print(problem + '\n');
  return problems->empty() ? all_well : not_in_sync;
}

}  // namespace

int confirm(const Common& common) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  if (auto called = client->ask("Confirm"); !called) return refuse(called.error());
  print(common.json ? "{\"schema\":1}\n" : "confirmed: what was applied stays\n");
  return all_well;
}

int revert(const Common& common) {
  return take_back(common, "Revert",
                   "reverted to what was before the apply; the profile is only observed until it changes or somebody "
                   "says rocectl apply");
}

int restore(const Common& common) {
  return take_back(
      common, "Restore",
      "restored to what was before roced's first changes; paused, so that it stays so until rocectl resume");
}

}  // namespace roced::ctl
