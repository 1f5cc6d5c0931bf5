#include "profile/scan.hpp"

#include <algorithm>

namespace roced::profile {
namespace {

constexpr unsigned most_dots = 32;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool beyond_ascii(char each) { return static_cast<unsigned char>(each) >= 0x80U; }

/// What a dotted key is made of beside its dots and quoted names.
bool in_key(char each) {
  return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') || each == '_' ||
         each == '-' || each == ' ' || each == '\t';
}

/// Tells strings and comments from the rest, up to the first thing that can't be TOML: there toml++ stops as well.
class Scan {
 public:
  explicit Scan(std::string_view text) : all_{text}, rest_{text} {}

  std::optional<Flaw> run() {
    if (rest_.starts_with(byte_order_mark)) skip(byte_order_mark.size());
    while (!rest_.empty()) {
      char next = rest_.front();
      if (beyond_ascii(next)) return flaw("a character beyond ASCII outside of strings and comments");
      if (next == '#') {
        skip(std::min(rest_.find('\n'), rest_.size()));
      } else if (next == '"' || next == '\'') {
        line_begins_ = false;
        if (!skip_string(next)) return found_;
      } else if (next == '[' && line_begins_ && depth_ == 0) {
        if (!pass_header()) return flaw("a table's name that begins with neither a letter, a digit, _, - nor a quote");
      } else if (!pass(next)) {
        return flaw("a key with more than 32 dots");
      }
    }
    return std::nullopt;
  }

 private:
  /// One character that is neither in a string nor in a comment; false where a key gets too deep.
  bool pass(char next) {
    follow_number(next);
    follow_lines(next);
    if (next == '.')
      ++dots_;
    else if (!in_key(next))
      dots_ = 0;
    if (dots_ > most_dots) return false;
    skip(1);
    return true;
  }

  /// The brackets that open a table, and what its name may begin with; toml++ complains of the other errors.
  bool pass_header() {
    for (int bracket = 0; bracket < 2 && rest_.starts_with('['); ++bracket) pass('[');
    skip(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
    constexpr std::string_view others = "\"'[]";
    return rest_.empty() || in_key(rest_.front()) || others.find(rest_.front()) != std::string_view::npos;
  }

  /// How deep in arrays it is, and whether only blanks stood in the line so far.
  void follow_lines(char next) {
    if (next == '[') ++depth_;
    if (next == ']' && depth_ > 0) --depth_;
    line_begins_ = next == '\n' || (line_begins_ && (next == ' ' || next == '\t' || next == '\r'));
  }

  /// Where a value begins with a digit or a sign, toml++ reads on to the next space, comma or bracket that closes,
  /// whatever stands there: a quote begins no string then.
  void follow_number(char next) {
    constexpr std::string_view ends = " \t\r\n,]}", opens = "=[{", first = "0123456789+-";
    if (ends.find(next) != std::string_view::npos) in_number_ = false;
    in_number_ = in_number_ || (may_begin_ && first.find(next) != std::string_view::npos);
    may_begin_ = ends.find(next) != std::string_view::npos || opens.find(next) != std::string_view::npos;
  }

  /// False where it doesn't end, or has a flaw, which is then in `found_`.
  bool skip_string(char quote) {
    const std::string_view three = quote == '"' ? R"(""")" : "'''";
    if (rest_.starts_with(three)) return skip_lines(quote, three);
    skip(1);
    while (!rest_.empty() && rest_.front() != '\n') {
      bool end = rest_.front() == quote;
      if (in_number_ && beyond_ascii(rest_.front())) {
        found_ = flaw("a character beyond ASCII in a number");
        return false;
      }
      skip(quote == '"' && rest_.front() == '\\' ? 2 : 1);
      if (end) return true;
    }
    return false;
  }

  /// A string of several lines. After a backslash at the end of a line toml++ looks for whitespace beyond ASCII, as it
  /// does outside of strings.
  bool skip_lines(char quote, std::string_view three) {
    skip(three.size());
    while (!rest_.empty() && !rest_.starts_with(three)) {
      if (beyond_ascii(rest_.front())) {
        found_ = flaw("a character beyond ASCII in a string of several lines");
        return false;
      }
      skip(quote == '"' && rest_.front() == '\\' ? 2 : 1);
    }
    if (rest_.empty()) return false;
    skip(three.size());
    // The string may end in two quotes of its own.
    for (int own = 0; own < 2 && rest_.starts_with(quote); ++own) skip(1);
    return true;
  }

  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }

  Flaw flaw(std::string_view text) const {
    auto before = all_.substr(0, all_.size() - rest_.size());
    if (before.starts_with(byte_order_mark)) before.remove_prefix(byte_order_mark.size());
    auto line = before.substr(before.rfind('\n') + 1);
    auto starts_character = [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) != 0x80U; };
    return {static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')) + 1,
            static_cast<unsigned>(std::count_if(line.begin(), line.end(), starts_character)) + 1, text};
  }

  std::string_view all_, rest_;
  unsigned dots_ = 0;   ///< of the key that is being read
  unsigned depth_ = 0;  ///< brackets that are open
  bool line_begins_ = true;
  bool may_begin_ = true;   ///< the next character may be a value's first
  bool in_number_ = false;  ///< what looks like a string is part of one
  std::optional<Flaw> found_;
};

}  // namespace

std::optional<Flaw> scan(std::string_view text) { return Scan{text}.run(); }

}  // namespace roced::profile
