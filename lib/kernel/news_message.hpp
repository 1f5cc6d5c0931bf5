#pragma once

#include <optional>

#include <linux/netlink.h>

#include "kernel/news.hpp"

namespace roced::kernel {

/// What a message of rtnetlink's groups tells; nullopt: nothing that matters here.
std::optional<News> parse_news(const nlmsghdr& header);

}  // namespace roced::kernel
