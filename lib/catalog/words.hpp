#pragma once

#include <string>
#include <string_view>

#include "catalog/catalog.hpp"

/// A row of the catalogue in words: for rocectl explain and roced.profile(5).
namespace roced::catalog {

/// Its table in the profile: "[nic.GROUP.dcb]"; empty for the top level.
std::string table_of(const Row& row);
/// What it takes: "a number of bytes, 68 to 65535".
std::string values_of(const Row& row);
/// "the link: the physical link goes down and up"
std::string disturbs(const Row& row);
/// "Linux 5.2", "MLNX_OFED 3.2"
std::string since_of(const Row& row);
/// The first sentence of what it is.
std::string summary_of(const Row& row);

/// "priorities", "traffic classes"
std::string plural(std::string_view word);

}  // namespace roced::catalog
