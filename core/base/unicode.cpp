#include "core/base/unicode.h"

#include <algorithm>
#include <cstdint>

#include "core/base/text_search.h"
#include "core/base/unicode_tables.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace tables = unicode_tables;

bool is_space(char32_t c) { return (tables::properties(c) & tables::kSpace) != 0; }
bool is_printable(char32_t c) { return (tables::properties(c) & tables::kPrintable) != 0; }
bool is_word(char32_t c) { return c == '_' || (tables::properties(c) & tables::kAlnum) != 0; }
bool is_id_start(char32_t c) { return (tables::properties(c) & tables::kIdStart) != 0; }
bool is_id_continue(char32_t c) { return (tables::properties(c) & tables::kIdContinue) != 0; }

int decimal_value(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9' ? static_cast<int>(c - '0') : -1;
  const char32_t* end = tables::kDecimalZeros + tables::kDecimalZerosCount;
  const char32_t* next = std::upper_bound(tables::kDecimalZeros, end, c);
  const char32_t distance = c - next[-1];  // The first zero is ASCII's.
  return distance < 10 ? static_cast<int>(distance) : -1;
}

// --- Case ----------------------------------------------------------------------------------------

namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;

void append_mapped(std::string& out, const tables::Mapping* table, std::size_t count, char32_t c) {
  const tables::Mapped mapped = tables::find_mapping(table, count, c);
  if (mapped.length <= 1) {
    append_utf8(out, mapped.target);
    return;
  }
  for (std::uint32_t i = 0; i < mapped.length; ++i) {
    append_utf8(out, tables::kSequences[mapped.target + i]);
  }
}

// Whether the first code point at or behind `at` that is not case-ignorable is cased. Remembers
// where it found that out, so that a run of ignorables is walked once.
class CasedAhead {
 public:
  explicit CasedAhead(std::string_view text) : text_(text) {}
  bool operator()(std::size_t at) {
    if (at < known_until_) return answer_;
    answer_ = false;
    while (at < text_.size()) {
      const std::uint8_t flags = tables::properties(next_code_point(text_, at));
      if ((flags & tables::kCaseIgnorable) != 0) continue;
      answer_ = (flags & tables::kCased) != 0;
      break;
    }
    known_until_ = at;
    return answer_;
  }

 private:
  std::string_view text_;
  std::size_t known_until_ = 0;
  bool answer_ = false;
};

}  // namespace

std::string lower(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  CasedAhead cased_ahead(text);
  bool after_cased = false;  // the last code point that is not case-ignorable was cased
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = next_code_point(text, at);
    if (c == kCapitalSigma) {
      append_utf8(out, after_cased && !cased_ahead(at) ? kFinalSigma : kSmallSigma);
    } else if (c < 0x80) {
      out.push_back(static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c));
    } else {
      append_mapped(out, tables::kLower, tables::kLowerCount, c);
    }
    const std::uint8_t flags = tables::properties(c);
    if ((flags & tables::kCaseIgnorable) == 0) after_cased = (flags & tables::kCased) != 0;
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = next_code_point(text, at);
    if (c < 0x80) {
      out.push_back(static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c));
    } else {
      append_mapped(out, tables::kUpper, tables::kUpperCount, c);
    }
  }
  return out;
}

// --- Strip and replace ---------------------------------------------------------------------------

namespace {

// Start of the code point that ends before `end`.
std::size_t previous_boundary(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while (at > 0 && (static_cast<std::uint8_t>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

template <typename Predicate>
std::string_view lstrip_if(std::string_view text, Predicate goes) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = at;
    if (!goes(next_code_point(text, next))) break;
    at = next;
  }
  return text.substr(at);
}

template <typename Predicate>
std::string_view rstrip_if(std::string_view text, Predicate goes) {
  while (!text.empty()) {
    const std::size_t last = previous_boundary(text, text.size());
    std::size_t at = last;
    if (!goes(next_code_point(text, at))) break;
    text = text.substr(0, last);
  }
  return text;
}

// Of ASCII, numbers may have around them what C calls space: not U+001C to U+001F, as str.strip().
bool is_number_space(char32_t c) {
  return c < 0x80 ? c == ' ' || (c >= '\t' && c <= '\r') : is_space(c);
}

}  // namespace

std::string_view lstrip(std::string_view text) { return lstrip_if(text, is_space); }
std::string_view rstrip(std::string_view text) { return rstrip_if(text, is_space); }

std::string_view strip(std::string_view text) { return rstrip(lstrip(text)); }

std::string_view strip_chars(std::string_view text, std::string_view chars) {
  const std::size_t first = text.find_first_not_of(chars);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(chars) - first + 1);
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  for (std::size_t hit = find_text(text, from); hit != std::string_view::npos;
       hit = find_text(text, from, at)) {
    out.append(text, at, hit - at);
    out.append(to);
    at = hit + from.size();
  }
  out.append(text, at);
  return out;
}

std::string_view ascii_number_text(std::string_view text, std::string& buffer) {
  text = rstrip_if(lstrip_if(text, is_number_space), is_number_space);
  if (is_ascii(text)) return text;
  buffer.clear();
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = next_code_point(text, at);
    const int digit = decimal_value(c);
    if (digit >= 0) {
      buffer.push_back(static_cast<char>('0' + digit));
    } else {
      buffer.push_back(c < 0x80 ? static_cast<char>(c) : '?');
    }
  }
  return buffer;
}

}  // namespace bfclx
