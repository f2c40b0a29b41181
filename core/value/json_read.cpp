// The scanner of CPython's json module (Modules/_json.c, Lib/json/decoder.py of 3.11): what it
// takes, and the texts and places of its errors. One pass over the bytes.
#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/json_escape.h"
#include "core/value/number_text.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

constexpr std::size_t kShownKey = 60;  // code points of a key in a message
constexpr std::size_t kLongText = std::size_t{64} << 10;

bool is_json_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Whether one of eight bytes ends the plain part of a string: a quote, a backslash or a control.
bool has_string_end(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighs = kOnes * 0x80;
  const auto zero_byte = [](std::uint64_t x) { return (x - kOnes) & ~x & kHighs; };
  const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHighs;
  return (zero_byte(word ^ (kOnes * '"')) | zero_byte(word ^ (kOnes * '\\')) | control) != 0;
}

// "msg: line 1 column 1 (char 0)", counted in code points.
Error decode_error(std::string_view message, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t last_line = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t column = count_code_points(before.substr(last_line)) + 1;
  return {"JSONDecodeError",
          std::string(message) + ": line " + std::to_string(line) + " column " +
              std::to_string(column) + " (char " + std::to_string(count_code_points(before)) + ")",
          offset};
}

class JsonReader {
 public:
  explicit JsonReader(std::string_view text, DuplicateKeys duplicates = DuplicateKeys::kLastWins)
      : text_(text), duplicates_(duplicates) {}

  Error take_error() { return std::move(error_); }

  void skip_space() {
    while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
  }

  // The value at the current place into `out`, or nowhere when that is nullptr. False on an error.
  bool read_value(Value* out, std::size_t depth) {
    if (at_ >= text_.size()) return fail("Expecting value", at_);
    switch (text_[at_]) {
      case '"':
        return read_string_value(out);
      case '{':
        return read_object(out, depth);
      case '[':
        return read_array(out, depth);
      case 'n':
        return read_word("null", Value::none(), out) || fail("Expecting value", at_);
      case 't':
        return read_word("true", Value::boolean(true), out) || fail("Expecting value", at_);
      case 'f':
        return read_word("false", Value::boolean(false), out) || fail("Expecting value", at_);
      case 'N':
        return read_word("NaN", Value::real(kNan), out) || fail("Expecting value", at_);
      case 'I':
        return read_word("Infinity", Value::real(kInfinity), out) || fail("Expecting value", at_);
      case '-':
        return read_word("-Infinity", Value::real(-kInfinity), out) || read_number(out);
      default:
        return read_number(out);
    }
  }

  // Only the members of this object that are named are built.
  void keep_only(std::span<const std::string_view> keys) {
    filtered_ = true;
    wanted_ = keys;
  }

  bool at_end() {
    skip_space();
    return at_ == text_.size() || fail("Extra data", at_);
  }

  bool fail(std::string_view message, std::size_t offset) {
    error_ = decode_error(message, text_, offset);
    return false;
  }

 private:
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool fail_depth(std::string_view what) {
    error_ = {"RecursionError",
              "maximum recursion depth exceeded while decoding a JSON " + std::string(what) +
                  " from a unicode string",
              at_};
    return false;
  }

  bool fail_duplicate(const Value& key, std::size_t offset) {
    error_ = {kDuplicateKey,
              "duplicate member " +
                  repr(Value::str(slice_code_points(key.as_str(), 0, kShownKey))) + " (char " +
                  std::to_string(count_code_points(text_.substr(0, offset))) + ")",
              offset};
    return false;
  }

  bool read_word(std::string_view word, Value value, Value* out) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    if (out != nullptr) *out = std::move(value);
    return true;
  }

  bool read_array(Value* out, std::size_t depth) {
    if (depth >= kMaxJsonDepth) return fail_depth("array");
    ++at_;
    skip_space();
    List items;
    if (peek() != ']' || at_ >= text_.size()) {
      while (true) {
        Value item;
        if (!read_value(out != nullptr ? &item : nullptr, depth + 1)) return false;
        if (out != nullptr) items.push_back(std::move(item));
        skip_space();
        if (peek() == ']') break;
        if (peek() != ',') return fail("Expecting ',' delimiter", at_);
        ++at_;
        skip_space();
      }
    }
    ++at_;
    if (out != nullptr) *out = Value::list(std::move(items));
    return true;
  }

  bool wants(std::string_view key, std::size_t depth) const {
    return !filtered_ || depth > 0 ||
           std::find(wanted_.begin(), wanted_.end(), key) != wanted_.end();
  }

  bool read_object(Value* out, std::size_t depth) {
    if (depth >= kMaxJsonDepth) return fail_depth("object");
    ++at_;
    skip_space();
    Dict dict;
    if (peek() != '}') {
      while (true) {
        if (!read_member(out != nullptr ? &dict : nullptr, depth)) return false;
        skip_space();
        if (peek() == '}') break;
        if (peek() != ',') return fail("Expecting ',' delimiter", at_);
        ++at_;
        skip_space();
      }
    }
    ++at_;
    if (out != nullptr) *out = Value::dict(std::move(dict));
    return true;
  }

  bool read_member(Dict* dict, std::size_t depth) {
    if (peek() != '"') return fail("Expecting property name enclosed in double quotes", at_);
    const std::size_t start = at_;
    std::string_view text;
    if (!read_string(text)) return false;
    const bool build = dict != nullptr && wants(text, depth);
    Value key = build ? Value::str(text) : Value();
    if (duplicates_ == DuplicateKeys::kRefused && build && dict->find(key) != nullptr) {
      return fail_duplicate(key, start);
    }
    skip_space();
    if (peek() != ':') return fail("Expecting ':' delimiter", at_);
    ++at_;
    skip_space();
    Value value;
    if (!read_value(build ? &value : nullptr, depth + 1)) return false;
    if (build) dict->set(std::move(key), std::move(value));
    return true;
  }

  bool read_string_value(Value* out) {
    std::string_view text;
    if (!read_string(text)) return false;
    if (out != nullptr) *out = Value::str(text);
    return true;
  }

  // Moves past what is plain; false at a control character and at the end of the text.
  bool skip_plain(std::size_t quote) {
    const char* data = text_.data();
    while (at_ + 8 <= text_.size()) {
      std::uint64_t word;
      std::memcpy(&word, data + at_, 8);
      if (has_string_end(word)) break;
      at_ += 8;
    }
    for (; at_ < text_.size(); ++at_) {
      if (data[at_] == '"' || data[at_] == '\\') return true;
      if (static_cast<std::uint8_t>(data[at_]) < 0x20) {
        return fail("Invalid control character at", at_);
      }
    }
    return fail("Unterminated string starting at", quote);
  }

  // The string whose opening quote is here: a view into the text where nothing is escaped, else
  // into a buffer that the next string overwrites.
  bool read_string(std::string_view& result) {
    const std::size_t quote = at_++;
    std::size_t plain = at_;
    if (!skip_plain(quote)) return false;
    if (text_[at_] == '"') {
      result = text_.substr(plain, at_++ - plain);
      return true;
    }
    buffer_.clear();
    while (true) {
      // A long text is no longer than what is left: growing by doubling takes up to three times it.
      if (buffer_.size() > kLongText && buffer_.capacity() - buffer_.size() < at_ - plain + 8) {
        buffer_.reserve(buffer_.size() + text_.size() - plain);
      }
      buffer_.append(text_, plain, at_ - plain);
      if (text_[at_] == '"') break;
      if (!read_escape(quote)) return false;
      plain = at_;
      if (!skip_plain(quote)) return false;
    }
    ++at_;
    result = buffer_;
    return true;
  }

  bool read_escape(std::size_t quote) {
    const std::size_t backslash = at_;
    if (backslash + 1 >= text_.size()) return fail("Unterminated string starting at", quote);
    const char letter = text_[backslash + 1];
    if (letter == 'u') return read_unicode_escape();
    const char c = simple_escape(letter);
    if (c == '\0') return fail("Invalid \\escape", backslash);
    buffer_.push_back(c);
    at_ += 2;
    return true;
  }

  // Four hexadecimal digits at `at` that are not the end of the text; -1 when there are none.
  int read_hex4(std::size_t at) const {
    if (at + 4 >= text_.size()) return -1;
    int result = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const int digit = hex_value(text_[at + i]);
      if (digit < 0) return -1;
      result = result * 16 + digit;
    }
    return result;
  }

  bool read_unicode_escape() {
    constexpr int kEscapeLength = 6;
    const int unit = read_hex4(at_ + 2);
    if (unit < 0) return fail("Invalid \\uXXXX escape", at_ + 1);
    at_ += kEscapeLength;
    if (unit >= 0xD800 && unit <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
      const int low = read_hex4(at_ + 2);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        at_ += kEscapeLength;
        append_utf8(buffer_,
                    static_cast<char32_t>(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
        return true;
      }
    }
    append_utf8(buffer_, static_cast<char32_t>(unit));
    return true;
  }

  std::size_t skip_digits(std::size_t at) const {
    while (at < text_.size() && is_digit(text_[at])) ++at;
    return at;
  }

  bool read_number(Value* out) {
    const std::size_t start = at_;
    const bool negative = text_[start] == '-';
    const std::size_t digits = start + (negative ? 1 : 0);
    if (digits >= text_.size() || !is_digit(text_[digits])) return fail("Expecting value", start);
    std::size_t end = text_[digits] == '0' ? digits + 1 : skip_digits(digits);
    const std::size_t integer_end = end;
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
      end = skip_digits(end + 1);
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (const std::size_t past = skip_digits(exponent); past > exponent) end = past;
    }
    at_ = end;
    if (end > integer_end) {
      if (out != nullptr) *out = Value::real(parse_decimal(text_.substr(start, end - start)));
      return true;
    }
    return read_integer(text_.substr(digits, end - digits), negative, out);
  }

  bool read_integer(std::string_view digits, bool negative, Value* out) {
    if (out == nullptr && digits.size() <= BigInt::kMaxStrDigits) return true;
    Result<Value> value = int_of_digits(digits, negative);
    if (!value.ok()) {
      error_ = std::move(value).error();
      error_.offset = at_ - digits.size();
      return false;
    }
    *out = std::move(value).value();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  DuplicateKeys duplicates_;
  bool filtered_ = false;
  std::span<const std::string_view> wanted_;
  std::string buffer_;
  Error error_;
};

Result<Value> read_document(JsonReader& reader, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) {
    return decode_error("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0);
  }
  Value value;
  reader.skip_space();
  if (!reader.read_value(&value, 0) || !reader.at_end()) return reader.take_error();
  return value;
}

}  // namespace

Result<Value> json_loads(std::string_view text, DuplicateKeys duplicates) {
  JsonReader reader(text, duplicates);
  return read_document(reader, text);
}

std::string json_fault(const Error& error) {
  if (error.kind == kDuplicateKey) return error.message;
  return "not JSON: " + (error.kind == "RecursionError" ? "nested too deeply" : error.message);
}

Result<Value> json_loads_object_filtered(std::string_view text,
                                         std::span<const std::string_view> wanted_keys) {
  JsonReader reader(text);
  // Depth 0 is an object only when the document is one.
  reader.keep_only(wanted_keys);
  return read_document(reader, text);
}

}  // namespace bfclx
