#include "core/check/literal_text.h"

#include <utility>

#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/value/number_text.h"

namespace bfclx {
namespace {

// \d* of re: decimal digits of any script.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t next = at;
    if (decimal_value(next_code_point(text, next)) < 0) break;
    at = next;
  }
  return at;
}

bool is_one_of(std::string_view text, std::size_t at, std::string_view characters) {
  return at < text.size() && characters.find(text[at]) != std::string_view::npos;
}

// Behind `\.\d+` or `[eE][+-]?\d+` at `at`; `at` itself when it does not stand there.
std::size_t skip_optional_part(std::string_view text, std::size_t at, std::string_view marks,
                               std::string_view signs) {
  if (!is_one_of(text, at, marks)) return at;
  std::size_t digits = at + 1;
  if (is_one_of(text, digits, signs)) ++digits;
  const std::size_t end = skip_digits(text, digits);
  return end == digits ? at : end;
}

}  // namespace

std::optional<std::string_view> match_number(std::string_view text, const NumberShape& shape) {
  const std::size_t digits = is_one_of(text, 0, "-") ? 1 : 0;
  std::size_t at = skip_digits(text, digits);
  if (at == digits) return std::nullopt;
  if (shape.fraction) at = skip_optional_part(text, at, ".", "");
  if (shape.exponent) at = skip_optional_part(text, at, "eE", "+-");
  const std::string_view number = text.substr(0, at);
  if (!shape.suffixes.empty()) {
    if (!is_one_of(text, at, shape.suffixes)) return std::nullopt;
    ++at;
  }
  const std::string_view rest = text.substr(at);
  if (!rest.empty() && rest != "\n") return std::nullopt;
  return number;
}

std::optional<Value> int_or_float(std::string_view text) {
  if (Result<Value> number = python_int(text); number.ok()) return std::move(number).value();
  if (const Result<double> number = python_float(text); number.ok()) {
    return Value::real(number.value());
  }
  return std::nullopt;
}

std::size_t skip_word(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t next = at;
    if (!is_word(next_code_point(text, next))) break;
    at = next;
  }
  return at;
}

std::size_t space_before(std::string_view text, std::size_t begin, std::size_t end) {
  return begin + rstrip(text.substr(begin, end - begin)).size();
}

std::optional<std::size_t> skip_text(std::string_view text, std::size_t at, std::string_view word) {
  if (text.substr(at, word.size()) != word) return std::nullopt;
  return at + word.size();
}

std::vector<std::string_view> split_on_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = text.find(',', begin);
    if (comma == std::string_view::npos) break;
    parts.push_back(strip(text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  parts.push_back(strip(text.substr(begin)));
  return parts;
}

bool is_enclosed(std::string_view text, char first, char last) {
  return !text.empty() && text.front() == first && text.back() == last;
}

std::size_t NextOccurrence::from(std::size_t at) {
  if (at < asked_ || at > found_ || asked_ > found_) {
    asked_ = at;
    found_ = text_.find(wanted_, at);
  }
  return found_;
}

}  // namespace bfclx
