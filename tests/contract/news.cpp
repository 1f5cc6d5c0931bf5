#include "kernel/news.hpp"

#include <algorithm>

#include <poll.h>
#include <unistd.h>

#include "kernel/file_watch.hpp"
#include "world.hpp"

// There is no fake news: Subscription is the socket itself.
namespace roced::contract {
namespace {

using kernel::News;

/// Asks until `wanted` has come, for some seconds at most.
template <typename Predicate>
bool comes(kernel::Subscription& subscription, Predicate wanted) {
  constexpr int patience = 5000;
  pollfd events{.fd = subscription.fd(), .events = POLLIN, .revents = 0};
  while (poll(&events, 1, patience) > 0) {
    auto news = subscription.drain();
    if (std::any_of(news.begin(), news.end(), wanted)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("links tell what becomes of them") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  auto subscription = kernel::Subscription::network();
  REQUIRE(subscription);
  CHECK(subscription->drain().empty());
  int rail = world.add_link("rail0");
  CHECK(comes(*subscription,
              [&](const News& news) { return news.kind == News::Kind::link && news.link.name == "rail0"; }));
  REQUIRE(world.kernel().links().set_mtu(rail, 9000));
  CHECK(comes(*subscription, [&](const News& news) {
    return news.kind == News::Kind::link && news.link.ifindex == rail && news.link.mtu == 9000;
  }));
  world.remove_link("rail0");
  CHECK(comes(*subscription, [&](const News& news) {
    return news.kind == News::Kind::link_gone && news.link.ifindex == rail && news.link.name == "rail0";
  }));
}

TEST_CASE("a link that leaves a bridge isn't gone") {
  SKIP_IF(RealWorld::missing("bridge"));
  RealWorld world;
  int rail = world.add_link("rail0");
  run("ip link add bridge0 type bridge");
  run("ip link set rail0 master bridge0");
  auto subscription = kernel::Subscription::network();
  REQUIRE(subscription);
  run("ip link set rail0 nomaster");
  REQUIRE(world.kernel().links().set_mtu(rail, 1400));
  bool gone = false;
  CHECK(comes(*subscription, [&](const News& news) {
    gone = gone || (news.kind == News::Kind::link_gone && news.link.ifindex == rail);
    return news.link.mtu == 1400;
  }));
  CHECK_FALSE(gone);
}

TEST_CASE("addresses and rp_filter tell what becomes of them") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  int rail = world.add_link("rail0");
  auto subscription = kernel::Subscription::network();
  REQUIRE(subscription);
  auto told = [&](News::Kind kind) {
    return comes(*subscription, [&](const News& news) { return news.kind == kind && news.link.ifindex == rail; });
  };
  for (const char* verb : {"add", "del"}) {
    run(std::string{"ip address "} + verb + " 10.99.0.1/24 dev rail0");
    CHECK(told(News::Kind::address));
  }
  REQUIRE(world.kernel().files().write("/proc/sys/net/ipv4/conf/rail0/rp_filter", "2"));
  CHECK(told(News::Kind::netconf));
}

TEST_CASE("a watched file tells who wrote to it; others, and what this process writes, don't") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  world.add_link("rail0");
  auto watch = kernel::FileWatch::open();
  if (!watch) {
    MESSAGE("skipped: " << watch.error().text());
    return;
  }
  const std::string folder = "/proc/sys/net/ipv4/conf/rail0/";
  watch->watch({folder + "arp_ignore", folder + "nothing"});
  REQUIRE(world.kernel().files().write(folder + "arp_ignore", "1"));
  run("echo 1 > " + folder + "arp_announce");
  run("echo 2 > " + folder + "arp_ignore");
  pollfd events{.fd = watch->fd(), .events = POLLIN, .revents = 0};
  REQUIRE(poll(&events, 1, 5000) == 1);
  auto news = watch->drain();
  REQUIRE(news.size() == 1);
  CHECK(news[0].path == folder + "arp_ignore");
  CHECK(news[0].by.pid != getpid());
  watch->watch({});
  run("echo 1 > " + folder + "arp_ignore");
  CHECK(watch->drain().empty());
}

TEST_CASE("too much news is told as lost, and the socket goes on") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  int rail = world.add_link("rail0");
  auto subscription = kernel::Subscription::network();
  REQUIRE(subscription);
  // The buffer takes some thousand messages.
  for (unsigned step = 0; step < 4000; ++step) REQUIRE(world.kernel().links().set_mtu(rail, 1400 + step % 2));
  CHECK(comes(*subscription, [](const News& news) { return news.kind == News::Kind::lost; }));
  while (!subscription->drain().empty()) {
  }
  REQUIRE(world.kernel().links().set_mtu(rail, 2000));
  CHECK(comes(*subscription, [](const News& news) { return news.link.mtu == 2000; }));
}

TEST_CASE("routes and rules tell that they come and go") {
  SKIP_IF(RealWorld::missing());
  RealWorld world;
  int rail = world.add_link("rail0");
  run("ip link set rail0 up");
  auto subscription = kernel::Subscription::routing();
  REQUIRE(subscription);
  auto tells = [&](int ifindex) {
    return comes(*subscription,
                 [&](const News& news) { return news.kind == News::Kind::routing && news.link.ifindex == ifindex; });
  };
  for (std::string change : {"add", "delete"}) {
    run("ip route " + change + " 10.9.0.0/16 dev rail0 table 101");
    CHECK(tells(rail));
    run("ip rule " + change + " from 10.1.0.2 lookup 101");
    CHECK(tells(0));
  }
}

TEST_CASE("a subscription can be moved") {
  auto first = kernel::Subscription::network();
  REQUIRE(first);
  int fd = first->fd();
  auto second = std::move(*first);
  CHECK(second.fd() == fd);
}

TEST_CASE("DCB tells of a request, also of one that changed nothing") {
  SKIP_IF(RealNode::missing_dcb());
  RealNode node;
  auto subscription = kernel::Subscription::network();
  REQUIRE(subscription);
  auto state = node.kernel().dcb().get(RealNode::netdev);
  REQUIRE(state);
  CHECK(node.kernel().dcb().set(RealNode::netdev, {.pfc = state->pfc, .apps = {}}));
  CHECK(comes(*subscription,
              [](const News& news) { return news.kind == News::Kind::dcb && news.link.name == RealNode::netdev; }));
}

TEST_CASE("an RDMA device tells that it came") {
  SKIP_IF(RealNode::missing_rdma());
  RealNode node;
  auto subscription = kernel::Subscription::rdma();
  REQUIRE(subscription);
  auto system = node.kernel().rdma().system();
  REQUIRE(system);
  if (!system->monitor) {
    MESSAGE("skipped: this kernel has no RDMA notifications (6.12)");
    return;
  }
  node.add_rdma();
  CHECK(comes(*subscription, [](const News& news) { return news.kind == News::Kind::rdma; }));
}

}  // namespace roced::contract
