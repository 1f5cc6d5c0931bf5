#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "converge/convergence.hpp"
#include "kernel/file_watch.hpp"
#include "kernel/news.hpp"

namespace roced::agent {

/// What news may have changed, until it is looked at. However many news there are, it stays small.
class Marks {
 public:
  void add(catalog::Event event, int ifindex, std::string netdev = {}) {
    marks_.insert({event, ifindex, std::move(netdev)});
  }
  void add(const std::vector<kernel::FileNews>& news);
  void add(const Marks& others);
  void add_everything() { everything_ = true; }

  bool empty() const { return marks_.empty() && writers_.empty() && !everything_; }
  bool mean(const settings::Setting& setting, const converge::Convergence& convergence) const;
  /// "by tee (pid 812, session-3.scope)": who wrote to a file that the setting lives in; empty where nobody did.
  std::string writer(const settings::Setting& setting, const converge::Convergence& convergence) const;

 private:
  /// An event with a netdev's index (RDMA: 0) or its name.
  struct Mark {
    catalog::Event event;
    int ifindex;
    std::string netdev;
    bool operator<(const Mark& other) const {
      return std::tie(event, ifindex, netdev) < std::tie(other.event, other.ifindex, other.netdev);
    }
  };

  std::set<Mark> marks_;
  std::map<std::string, std::string> writers_;  ///< by path: who wrote to it last
  bool everything_ = false;
};

}  // namespace roced::agent
