// Scanning of Java and JavaScript literals as the official converters' regular expressions do it.
//
// The expressions are matched by hand, each in one pass: Python's backtracking gives the same
// matches, at a price that grows with the square of the text or faster.
#ifndef BFCLX_CORE_CHECK_LITERAL_TEXT_H_
#define BFCLX_CORE_CHECK_LITERAL_TEXT_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/value/value.h"

namespace bfclx {

// A literal's type where the converters need one; empty for none.
using LiteralType = std::string_view;

struct NumberShape {
  bool fraction = false;
  bool exponent = false;
  std::string_view suffixes = {};  // one of these must follow; none when empty
};

// ^-?\d+(\.\d+)?([eE][+-]?\d+)?[suffixes]$ of re.match: digits of any script, and a line feed may
// stand behind. Gives the number without suffix and line feed; nullopt when it does not match.
std::optional<std::string_view> match_number(std::string_view text, const NumberShape& shape);

// int(text), else float(text), else nullopt: what both languages do with a bare word.
std::optional<Value> int_or_float(std::string_view text);

// Index of the first character from `at` on that is no word character (\w*).
std::size_t skip_word(std::string_view text, std::size_t at);
// Start of the white space that ends at `end`, not before `begin`.
std::size_t space_before(std::string_view text, std::size_t begin, std::size_t end);
// The index behind `word` when it stands at `at`.
std::optional<std::size_t> skip_text(std::string_view text, std::size_t at, std::string_view word);

// text.split(','), each part stripped.
std::vector<std::string_view> split_on_commas(std::string_view text);
bool is_enclosed(std::string_view text, char first, char last);

// Position of a text at or behind a place, remembered: asked at growing places, all questions
// together cost one pass. npos when there is none.
class NextOccurrence {
 public:
  NextOccurrence(std::string_view text, std::string_view wanted) : text_(text), wanted_(wanted) {}
  std::size_t from(std::size_t at);

 private:
  std::string_view text_;
  std::string_view wanted_;
  std::size_t asked_ = 1;  // asked_ > found_: nothing is known yet
  std::size_t found_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_LITERAL_TEXT_H_
