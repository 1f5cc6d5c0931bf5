#include "keep/kept_json.hpp"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "keep/value_json.hpp"
#include "profile/digest.hpp"

namespace roced::keep {
namespace {

using nlohmann::json;

constexpr int schema = 1;
constexpr int deepest = 8;  // a pair of a map, of a setting, among the originals

json json_of(const Values& values) {
  auto object = json::object();
  for (const auto& [key, value] : values) object[key] = to_json(value);
  return object;
}

Values values_from(const json& object) {
  Values values;
  for (const auto& [key, value] : object.items()) values[key] = value_from(value);
  return values;
}

/// Names may hold any bytes but '/' and NUL.
std::string dump(const json& object) { return object.dump(1, ' ', false, json::error_handler_t::replace); }

/// What is written again is written one level in the other, so that too many of them would fill the memory.
json parsed(const std::string& text) {
  return json::parse(text, [](int depth, json::parse_event_t /*event*/, const json& /*parsed*/) {
    if (depth > deepest) throw std::runtime_error{"it has too many levels"};
    return true;
  });
}

json body_of(const Kept& kept) {
  json body{{"originals", json_of(kept.originals)}, {"rejected", kept.rejected}};
  if (!kept.last_writes.empty()) body["last_writes"] = kept.last_writes;
  if (const auto& trial = kept.trial)
    body["trial"] = {{"digest", trial->digest},
                     {"boot", trial->deadline.boot},
                     {"deadline_usec", trial->deadline.usec},
                     {"before", json_of(trial->before)}};
  if (const auto& back = kept.going_back)
    body["going_back"] = {{"restore", back->restore}, {"values", json_of(back->values)}};
  if (const auto& pause = kept.pause)
    body["pause"] = {{"since_usec", pause->since_usec},
                     {"until_usec", pause->until_usec},
                     {"boot", pause->until.boot},
                     {"deadline_usec", pause->until.usec}};
  return body;
}

}  // namespace

std::string to_json(const Kept& kept) {
  auto body = body_of(kept);
  return dump({{"schema", schema}, {"checksum", profile::digest(dump(body))}, {"state", body}}) + '\n';
}

Kept kept_from(const std::string& text) {
  auto whole = parsed(text);
  if (whole.at("schema") != schema) throw std::runtime_error{"it is of another version of roced"};
  const auto& body = whole.at("state");
  if (whole.at("checksum") != profile::digest(dump(body))) throw std::runtime_error{"its checksum is wrong"};
  Kept kept;
  kept.originals = values_from(body.at("originals"));
  body.at("rejected").get_to(kept.rejected);
  if (auto last = body.find("last_writes"); last != body.end()) last->get_to(kept.last_writes);
  if (auto trial = body.find("trial"); trial != body.end())
    kept.trial = Trial{trial->at("digest"),
                       {trial->at("boot"), number_from(trial->at("deadline_usec"))},
                       values_from(trial->at("before"))};
  if (auto back = body.find("going_back"); back != body.end())
    kept.going_back = Return{back->at("restore"), values_from(back->at("values"))};
  if (auto pause = body.find("pause"); pause != body.end())
    kept.pause = Pause{
        number_from(pause->at("since_usec")),
        number_from(pause->at("until_usec")),
        {pause->value("boot", ""), pause->contains("deadline_usec") ? number_from(pause->at("deadline_usec")) : 0}};
  return kept;
}

}  // namespace roced::keep
