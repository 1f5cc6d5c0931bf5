// Writes a manual page from its template: a line "@SETTINGS_OF_A_NIC@" or "@SETTINGS_OF_THE_NODE@" becomes the
// settings.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "catalog/words.hpp"

namespace {

using roced::catalog::Row;
using roced::catalog::Scope;

/// As man(7) takes it.
std::string escaped(std::string_view text) {
  std::string out;
  for (char each : text) {
    switch (each) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '"':
        out += "\\(dq";
        break;
      default:
        out += each;
    }
  }
  return out;
}

void write_setting(std::ostream& page, const Row& row) {
  page << ".TP\n.B " << row.name << "\n" << escaped(values_of(row)) << ". " << escaped(row.text) << "\n";
  if (row.disruption == roced::catalog::Disruption::carrier) page << "A change makes the link blink.\n";
  if (row.disruption == roced::catalog::Disruption::link) page << "A change takes the link down and up.\n";
  if (!row.unit.empty()) page << "Unit " << row.unit << ".\n";
}

void write_settings(std::ostream& page, Scope scope) {
  for (const auto& row : roced::catalog::rows())
    if (row.scope == scope) write_setting(page, row);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 64;
  std::ifstream source{words[1]};
  std::ofstream page{words[2]};
  for (std::string line; std::getline(source, line);) {
    if (line == "@SETTINGS_OF_A_NIC@")
      write_settings(page, Scope::nic);
    else if (line == "@SETTINGS_OF_THE_NODE@")
      write_settings(page, Scope::node);
    else
      page << line << "\n";
  }
  page.close();
  return source.eof() && page ? 0 : 1;
}
