#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/ctl/client.hpp"
#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "profile/duration.hpp"

namespace roced::ctl {

int pause(const Common& common, const std::string& duration) {
  std::optional<std::chrono::seconds> length{0};
  if (!duration.empty()) length = profile::parse_duration(duration);
  if (!length || (!duration.empty() && length->count() == 0))
    return refuse(fmt::format("'{}' is no duration: 90s, 10m, 2h, 1d", duration));
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  if (auto called = client->pause(*length); !called) return refuse(called.error());
  if (common.json)
    print(nlohmann::ordered_json{{"schema", 1}, {"seconds", length->count()}}.dump() + '\n');
  else
    print(fmt::format("paused {}: drift is only reported\n",
                      duration.empty() ? "until rocectl resume" : "for " + profile::to_text(*length)));
  return all_well;
}

int resume(const Common& common) {
  auto client = Client::connect();
  if (!client) return refuse(client.error());
  if (auto called = client->ask("Resume"); !called) return refuse(called.error());
  print(common.json ? "{\"schema\":1}\n" : "resumed: the profile is kept again\n");
  return all_well;
}

}  // namespace roced::ctl
