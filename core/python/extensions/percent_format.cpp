#include "core/python/extensions/percent_format.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/python/extensions/format.h"
#include "core/python/extensions/format_spec.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// PyMapping_Check, without str and tuple.
bool is_mapping(const Value& value) {
  return value.is_dict() || value.is_list() || value.is_bytes() || range_of(value).has_value();
}

class PercentFormatter {
 public:
  PercentFormatter(std::string_view text, const Value& arguments)
      : text_(text), arguments_(arguments) {}

  Result<std::string> run(std::size_t max_bytes) {
    while (position_ < text_.size()) {
      const char c = text_[position_++];
      if (c != '%') {
        out_ += c;
        continue;
      }
      BFCLX_RETURN_IF_ERROR(directive());
      if (out_.size() > max_bytes) return Error{"Limit", "result is too large"};
    }
    const bool all_used = arguments_.is_tuple() ? next_ >= arguments_.items().size() : next_ > 0;
    if (!all_used && !is_mapping(arguments_)) {
      return type_error("not all arguments converted during string formatting");
    }
    return out_;
  }

 private:
  Result<Value> next_argument() {
    if (arguments_.is_tuple()) {
      if (next_ < arguments_.items().size()) return arguments_.items()[next_++];
    } else if (next_ == 0) {
      ++next_;
      return keyed_ ? *keyed_ : arguments_;
    }
    return type_error("not enough arguments for format string");
  }

  Result<std::size_t> star_or_size(bool& negative) {
    if (position_ < text_.size() && text_[position_] == '*') {
      ++position_;
      BFCLX_ASSIGN_OR_RETURN(const Value value, next_argument());
      const std::optional<Value> number = as_index(value);
      if (!number) return type_error("* wants int");
      constexpr std::int64_t kMost = 10'000;
      const std::int64_t size = number->is_small_int() ? number->as_int64() : kMost + 1;
      if (size > kMost || size < -kMost) return too_wide();
      negative = size < 0;
      return static_cast<std::size_t>(negative ? -size : size);
    }
    const std::optional<std::size_t> size = read_size(text_, position_);
    if (!size) return too_wide();
    return *size;
  }

  Status read_key();
  void read_flags();
  Status read_sizes();
  Error unknown_conversion(char32_t code, std::size_t offset) const;
  Status directive();
  Status convert(char code, const Value& value);
  Result<std::string> integer(char code, const Value& value);

  std::string_view text_;
  const Value& arguments_;
  std::size_t position_ = 0;
  std::size_t next_ = 0;
  std::optional<Value> keyed_;  // what the last key gave: from there on it is the one argument
  std::string out_;
  // Of the current directive.
  bool left_ = false, zero_ = false;
  FormatSpec spec_;
};

// `(key)`, where there is one.
Status PercentFormatter::read_key() {
  if (position_ >= text_.size() || text_[position_] != '(') return {};
  if (!is_mapping(arguments_)) return type_error("format requires a mapping");
  std::size_t depth = 1;
  const std::size_t begin = ++position_;
  for (; position_ < text_.size() && depth > 0; ++position_) {
    if (text_[position_] == '(') ++depth;
    if (text_[position_] == ')') --depth;
  }
  if (depth > 0) return value_error("incomplete format key");
  const Value key = Value::str(text_.substr(begin, position_ - 1 - begin));
  BFCLX_ASSIGN_OR_RETURN(keyed_, subscript(arguments_, key));
  next_ = 0;
  return {};
}

void PercentFormatter::read_flags() {
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '-') {
      left_ = true;
    } else if (c == '+' || (c == ' ' && spec_.sign == '\0')) {
      spec_.sign = c;
    } else if (c == '#') {
      spec_.alternate = true;
    } else if (c == '0') {
      zero_ = true;
    } else if (c != ' ') {
      break;
    }
  }
}

Status PercentFormatter::read_sizes() {
  bool negative = false;
  BFCLX_ASSIGN_OR_RETURN(spec_.width, star_or_size(negative));
  left_ |= negative;
  if (position_ >= text_.size() || text_[position_] != '.') return {};
  ++position_;
  negative = false;
  BFCLX_ASSIGN_OR_RETURN(spec_.precision, star_or_size(negative));
  if (negative) spec_.precision = 0;
  return {};
}

Error PercentFormatter::unknown_conversion(char32_t code, std::size_t offset) const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (char32_t rest = code; rest > 0; rest >>= 4) hex.insert(hex.begin(), kDigits[rest & 15]);
  std::string shown = "?";
  if (code > 31 && code < 128) shown = static_cast<char>(code);
  return value_error("unsupported format character '" + shown + "' (0x" + hex + ") at index " +
                     std::to_string(count_code_points(text_.substr(0, offset))));
}

Status PercentFormatter::directive() {
  spec_ = {};
  left_ = zero_ = false;
  if (position_ < text_.size() && text_[position_] == '%') {
    ++position_;
    out_ += '%';
    return {};
  }
  BFCLX_RETURN_IF_ERROR(read_key());
  read_flags();
  BFCLX_RETURN_IF_ERROR(read_sizes());
  if (position_ < text_.size() && contains("hlL", text_.substr(position_, 1))) ++position_;
  if (position_ >= text_.size()) return value_error("incomplete format");
  const std::size_t code_offset = position_;
  const char32_t code = next_code_point(text_, position_);
  BFCLX_ASSIGN_OR_RETURN(const Value value, next_argument());
  const bool known =
      contains("sradiuoxXeEfFgGc", text_.substr(code_offset, position_ - code_offset));
  if (!known) return unknown_conversion(code, code_offset);
  return convert(static_cast<char>(code), value);
}

Result<std::string> PercentFormatter::integer(char code, const Value& value) {
  const bool decimal = code == 'd' || code == 'i' || code == 'u';
  Value number = value;
  if (decimal && value.is_float()) {
    if (!std::isfinite(value.as_float())) {
      return std::isnan(value.as_float())
                 ? value_error("cannot convert float NaN to integer")
                 : Error{"OverflowError", "cannot convert float infinity to integer"};
    }
    number = Value::integer(BigInt::from_double(value.as_float()));
  } else if (!is_integer(value)) {
    return type_error(std::string("%") + code +
                      (decimal ? " format: a real number is required, not "
                               : " format: an integer is required, not ") +
                      std::string(type_name(value)));
  }
  FormatSpec spec = spec_;
  spec.precision.reset();
  spec.type = decimal ? 'd' : code;
  spec.align = left_ ? '<' : zero_ ? '=' : '>';
  spec.fill = zero_ && !left_ ? "0" : " ";
  if (!spec_.precision) return format_integer(number, spec);
  // A precision is the least number of digits.
  FormatSpec digits_spec;
  digits_spec.type = spec.type;
  BFCLX_ASSIGN_OR_RETURN(const Value magnitude,
                         as_index(number)->as_bigint().negative()
                             ? unary_operation(UnaryOperator::kUSub, number)
                             : unary_operation(UnaryOperator::kUAdd, number));
  BFCLX_ASSIGN_OR_RETURN(std::string digits, format_integer(magnitude, digits_spec));
  if (digits.size() < *spec_.precision) digits.insert(0, *spec_.precision - digits.size(), '0');
  std::string prefix = sign_text(spec, as_index(number)->as_bigint().negative());
  if (spec.alternate && !decimal) prefix += std::string("0") + code;
  return pad(spec, prefix, digits, '>');
}

Status PercentFormatter::convert(char code, const Value& value) {
  FormatSpec spec = spec_;
  spec.align = left_ ? '<' : '>';
  switch (code) {
    case 's':
    case 'r':
    case 'a': {
      std::string text = code == 's' ? str(value) : code == 'r' ? repr(value) : ascii_of(value);
      std::string_view shown = text;
      if (spec.precision) shown = slice_code_points(shown, 0, *spec.precision);
      out_ += pad(spec, "", shown, '>');
      return {};
    }
    case 'c': {
      std::string text;
      if (value.is_str() && count_code_points(value.as_str()) == 1) {
        text = value.as_str();
      } else if (is_integer(value)) {
        const std::optional<std::int64_t> number = as_index(value)->as_bigint().to_int64();
        if (!number || *number < 0 || *number > 0x10FFFF) {
          return Error{"OverflowError", "%c arg not in range(0x110000)"};
        }
        append_utf8(text, static_cast<char32_t>(*number));
      } else {
        return type_error("%c requires int or char");
      }
      out_ += pad(spec, "", text, '>');
      return {};
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': {
      if (!is_real_number(value)) {
        return type_error("must be real number, not " + std::string(type_name(value)));
      }
      spec.type = code;
      spec.align = left_ ? '<' : zero_ ? '=' : '>';
      spec.fill = zero_ && !left_ ? "0" : " ";
      BFCLX_ASSIGN_OR_RETURN(const std::string text, format_float(value, spec));
      out_ += text;
      return {};
    }
    default: {
      BFCLX_ASSIGN_OR_RETURN(const std::string text, integer(code, value));
      out_ += text;
      return {};
    }
  }
}

}  // namespace

Result<Value> percent_format(std::string_view text, const Value& arguments, std::size_t max_bytes) {
  PercentFormatter formatter(text, arguments);
  BFCLX_ASSIGN_OR_RETURN(const std::string result, formatter.run(max_bytes));
  return Value::str(result);
}

}  // namespace bfclx::python
