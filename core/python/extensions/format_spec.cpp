#include "core/python/extensions/format_spec.h"

#include <cstdint>
#include <limits>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/objects/errors.h"
#include "core/value/bigint.h"

namespace bfclx::python {
namespace {

bool is_align(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

// A character in a message: itself, or "\\xe9".
std::string shown_code(char32_t code) {
  if (code > 32 && code < 128) return std::string(1, static_cast<char>(code));
  return "\\x" + BigInt(static_cast<std::int64_t>(code)).to_hex();
}

Error too_many_places() { return value_error("Too many decimal digits in format string"); }

// Python/formatter_unicode.c: parse_internal_render_format_spec.
class SpecReader {
 public:
  SpecReader(std::string_view text, const Value& value) : text_(text), value_(value) {}
  Result<FormatSpec> read();

 private:
  char at() const { return offset_ < text_.size() ? text_[offset_] : '\0'; }
  bool take(char wanted) {
    if (at() != wanted || wanted == '\0') return false;
    ++offset_;
    return true;
  }
  void read_align();
  // Digits of any script; 0 when there are none.
  Result<std::size_t> read_number(bool& any);
  Status read_grouping();
  Status read_type();

  std::string_view text_;
  const Value& value_;
  std::size_t offset_ = 0;
  FormatSpec spec_;
  bool fill_given_ = false;
};

void SpecReader::read_align() {
  if (text_.empty()) return;
  std::size_t after_fill = 0;
  next_code_point(text_, after_fill);
  fill_given_ = after_fill < text_.size() && is_align(text_[after_fill]);
  if (fill_given_) {
    spec_.fill = text_.substr(0, after_fill);
    offset_ = after_fill;
  }
  if (is_align(at())) spec_.align = text_[offset_++];
}

Result<std::size_t> SpecReader::read_number(bool& any) {
  std::int64_t number = 0;
  any = false;
  while (offset_ < text_.size()) {
    std::size_t next = offset_;
    const int digit = decimal_value(next_code_point(text_, next));
    if (digit < 0) break;
    if (number > (std::numeric_limits<std::int64_t>::max() - digit) / 10) return too_many_places();
    number = number * 10 + digit;
    offset_ = next;
    any = true;
  }
  if (static_cast<std::uint64_t>(number) > kMaxWidth) return too_wide();
  return static_cast<std::size_t>(number);
}

Status SpecReader::read_grouping() {
  if (take(',')) spec_.grouping = ',';
  const bool both = spec_.grouping == ',' ? at() == '_' : take('_') && at() == ',';
  if (both) return value_error("Cannot specify both ',' and '_'.");
  if (spec_.grouping == '\0' && offset_ > 0 && text_[offset_ - 1] == '_') spec_.grouping = '_';
  return {};
}

Status SpecReader::read_type() {
  if (offset_ == text_.size()) return {};
  const char32_t type = next_code_point(text_, offset_);
  if (offset_ < text_.size()) {
    return value_error("Invalid format specifier '" + std::string(text_) +
                       "' for object of type '" + std::string(type_name(value_)) + "'");
  }
  if (type >= 0x80 && spec_.grouping == '\0') return unknown_code(type, value_);
  spec_.type = type < 0x80 ? static_cast<char>(type) : '\0';
  const char32_t code = type;
  if (spec_.grouping != '\0') {
    const bool known = code < 0x80 && std::string_view("defgEG%F").find(static_cast<char>(code)) !=
                                          std::string_view::npos;
    const bool in_base =
        spec_.grouping == '_' && (code == 'b' || code == 'o' || code == 'x' || code == 'X');
    if (!known && !in_base) {
      return value_error(std::string("Cannot specify '") + spec_.grouping + "' with '" +
                         shown_code(code) + "'.");
    }
  }
  return {};
}

Result<FormatSpec> SpecReader::read() {
  read_align();
  if (at() == '+' || at() == '-' || at() == ' ') spec_.sign = text_[offset_++];
  spec_.no_negative_zero = take('z');
  spec_.alternate = take('#');
  if (!fill_given_ && take('0')) {
    spec_.fill = "0";
    if (spec_.align == '\0' && !value_.is_str()) spec_.align = '=';
  }
  bool any = false;
  BFCLX_ASSIGN_OR_RETURN(spec_.width, read_number(any));
  BFCLX_RETURN_IF_ERROR(read_grouping());
  if (take('.')) {
    BFCLX_ASSIGN_OR_RETURN(spec_.precision, read_number(any));
    if (!any) return value_error("Format specifier missing precision");
  }
  BFCLX_RETURN_IF_ERROR(read_type());
  if (spec_.grouping != '\0' && spec_.type == '\0' && value_.is_str()) {
    return value_error(std::string("Cannot specify '") + spec_.grouping + "' with 's'.");
  }
  return spec_;
}

}  // namespace

Error too_wide() { return {"Limit", "width or precision is too large"}; }

Error unknown_code(char32_t type, const Value& value) {
  return value_error("Unknown format code '" + shown_code(type) + "' for object of type '" +
                     std::string(type_name(value)) + "'");
}

Result<FormatSpec> parse_spec(std::string_view text, const Value& value) {
  return SpecReader(text, value).read();
}

std::optional<std::size_t> read_size(std::string_view text, std::size_t& offset) {
  std::size_t number = 0;
  bool large = false;
  for (; offset < text.size() && is_digit(text[offset]); ++offset) {
    number = number * 10 + static_cast<std::size_t>(text[offset] - '0');
    large |= number > kMaxWidth;
    if (large) number = 0;
  }
  if (large) return std::nullopt;
  return number;
}

std::string pad(const FormatSpec& spec, std::string_view prefix, std::string_view text,
                char default_align) {
  const std::size_t length = prefix.size() + count_code_points(text);
  const std::size_t missing = spec.width > length ? spec.width - length : 0;
  const char align = spec.align != '\0' ? spec.align : default_align;
  const std::size_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string result;
  const auto fill = [&](std::size_t count) {
    for (; count > 0; --count) result += spec.fill;
  };
  if (align == '=') {
    result += prefix;
    fill(before);
  } else {
    fill(before);
    result += prefix;
  }
  result += text;
  fill(missing - before);
  return result;
}

std::string sign_text(const FormatSpec& spec, bool negative) {
  if (negative) return "-";
  return spec.sign == '+' || spec.sign == ' ' ? std::string(1, spec.sign) : "";
}

}  // namespace bfclx::python
