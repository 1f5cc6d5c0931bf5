#include "fake/faults.hpp"

#include <algorithm>

namespace roced::fake {

std::string Operation::text() const {
  auto text = of.empty() ? what : what + " of " + of;
  return value.empty() ? text : text + ": " + value;
}

void Faults::fail(bool write, std::string what, int code, Fault fault) {
  rules_.push_back({write, std::move(what), code, std::move(fault)});
}

void Faults::ignore(std::string what, Fault fault) { rules_.push_back({true, std::move(what), 0, std::move(fault)}); }

kernel::Result<bool> Faults::pass(const Operation& operation, const std::string& action) {
  log.push_back(operation);
  if (before) before(operation);
  for (auto& rule : rules_) {
    auto& fault = rule.fault;
    if (rule.write != operation.write || !operation.matches(rule.what)) continue;
    if (!fault.of.empty() && fault.of != operation.of) continue;
    if (fault.after > 0) {
      --fault.after;
      continue;
    }
    if (fault.times == 0) continue;
    if (fault.times > 0) --fault.times;
    if (rule.code == 0) return false;
    return kernel::failure(rule.code, action, fault.detail);
  }
  return true;
}

std::size_t Faults::count(bool write, std::string_view what) const {
  auto counts = [&](const Operation& operation) { return operation.write == write && operation.matches(what); };
  return static_cast<std::size_t>(std::count_if(log.begin(), log.end(), counts));
}

}  // namespace roced::fake
