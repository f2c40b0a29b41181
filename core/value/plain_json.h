// A reader over JSON of the usual form, for whoever makes something of it while it is read.
//
// Each method returns false where the usual form ends: at anything that is not JSON, and at JSON
// that is rare (\u escapes, integers of more than 18 digits, NaN, deep nesting). The text is left
// to json_loads (json.h) then, which gives the same values for the usual form; a fuzz target
// compares the two.
#ifndef BFCLX_CORE_VALUE_PLAIN_JSON_H_
#define BFCLX_CORE_VALUE_PLAIN_JSON_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

class PlainJson {
 public:
  explicit PlainJson(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  // The next character; NUL at the end.
  char next() const { return at_ != end_ ? *at_ : '\0'; }

  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }

  bool at_end() {
    skip_space();
    return at_ == end_;
  }

  // Items between commas, behind the opening bracket, up to `close`, which is taken.
  template <typename ReadItem>
  bool items(char close, const ReadItem& read_item) {
    skip_space();
    if (take(close)) return true;
    while (true) {
      if (!read_item()) return false;
      skip_space();
      if (take(close)) return true;
      if (!take(',')) return false;
      skip_space();
    }
  }

  // The key of a member and the colon. `name` is a part of the text; keys with escapes are rare.
  bool read_name(std::string_view& name);
  // A string: `text` is a part of the text, or of `unescaped` (empty before).
  bool read_text(std::string_view& text, std::string& unescaped);
  bool read_value(Value& value);

 private:
  static constexpr std::size_t kMaxNesting = 32;

  bool read_word(std::string_view word);
  bool read_number(Value& value);
  bool read_list(Value& value);
  bool read_dict(Value& value);
  void skip_digits() {
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
  }

  const char* at_;
  const char* end_;
  std::size_t depth_ = 0;
};

// json_loads(text) of the usual form. False: left to that.
bool read_plain_json(std::string_view text, Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_PLAIN_JSON_H_
