// Search for a text in a text, and for what stands outside of quotes.
#ifndef BFCLX_CORE_BASE_TEXT_SEARCH_H_
#define BFCLX_CORE_BASE_TEXT_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bfclx {

// text.find(part, from), whose time is in proportion to the two lengths together: that of
// std::string_view is in proportion to their product for parts such as "aaaaaaab".
std::size_t find_text(std::string_view text, std::string_view part, std::size_t from = 0);

// What a search in linear time steps back by (Knuth, Morris and Pratt). [i]: the length of the
// longest part of part[0, i] that both begins and ends it, other than itself. `part` is shorter
// than 4 GiB.
std::vector<std::uint32_t> borders_of(std::string_view part);

// Tells code from what stands in quotes, byte after byte; a backslash in quotes takes the next byte
// with it.
class QuoteReader {
 public:
  // Whether the next byte is neither in quotes nor one of them.
  bool is_code(char c) {
    if (quote_ == 0) {
      if (c == '"' || c == '\'') quote_ = c;
      return quote_ == 0;
    }
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == quote_) {
      quote_ = 0;
    }
    return false;
  }
  // Whether quotes are open.
  bool inside() const { return quote_ != 0; }

 private:
  char quote_ = 0;
  bool escaped_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_TEXT_SEARCH_H_
