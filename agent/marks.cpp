#include "agent/marks.hpp"

#include <algorithm>

namespace roced::agent {

void Marks::add(const std::vector<kernel::FileNews>& news) {
  for (const auto& each : news) {
    if (each.path.empty())
      everything_ = true;
    else
      writers_[each.path] = "by " + each.by.text();
  }
}

void Marks::add(const Marks& others) {
  marks_.insert(others.marks_.begin(), others.marks_.end());
  for (const auto& [path, writer] : others.writers_) writers_[path] = writer;
  everything_ = everything_ || others.everything_;
}

bool Marks::mean(const settings::Setting& setting, const converge::Convergence& convergence) const {
  return everything_ || !writer(setting, convergence).empty() ||
         std::any_of(marks_.begin(), marks_.end(),
                     [&](const Mark& mark) { return setting.concerns(mark.event, mark.ifindex, mark.netdev); });
}

std::string Marks::writer(const settings::Setting& setting, const converge::Convergence& convergence) const {
  for (const auto& [path, writer] : writers_)
    if (convergence.lives_in(setting, path)) return writer;
  return {};
}

}  // namespace roced::agent
