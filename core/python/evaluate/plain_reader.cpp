#include "core/python/evaluate/plain_reader.h"

#include <utility>

#include "core/base/float_text.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

using plain_form::has_class;
using plain_form::kDigit;
using plain_form::kNameMore;
using plain_form::kOddInText;

constexpr std::size_t kMaxDigits = 18;  // of an int that fits in 64 bits whatever they are

// The escapes that replies have; 0 for all others.
char escaped_character(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'n':
      return '\n';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

}  // namespace

bool PlainReader::read_value(Value& value) {
  if (at_ == end_) return false;
  const char c = *at_;
  if (c == '\'' || c == '"') return read_string(value);
  if (c == '[') return read_list(value);
  if (c == '{') return read_dict(value);
  if (c == '-' || has_class(c, kDigit)) return read_number(value);
  return read_word(value);
}

bool PlainReader::read_text(std::string_view& text, std::string& unescaped) {
  const char quote = *at_++;
  const char* begin = at_;  // of what is not yet in `unescaped`
  for (; at_ != end_ && *at_ != quote; ++at_) {
    const char c = *at_;
    if (!has_class(c, kOddInText)) continue;
    if (c != '\\') return false;
    unescaped.append(begin, at_);
    if (++at_ == end_) return false;
    const char meant = escaped_character(*at_);
    if (meant == '\0') return false;
    unescaped.push_back(meant);
    begin = at_ + 1;
  }
  if (at_ == end_) return false;
  text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
  if (!unescaped.empty()) text = unescaped.append(text);
  ++at_;
  if (text.empty() && at_ != end_ && *at_ == quote) return false;  // three quotes
  return at_end_of_value();
}

bool PlainReader::read_string(Value& value) {
  std::string_view text;
  std::string unescaped;
  if (!read_text(text, unescaped)) return false;
  value = Value::str(text);
  return true;
}

bool PlainReader::read_number(Value& value) {
  const bool negative = take('-');
  const char* begin = at_;
  skip_digits();
  const auto digits = static_cast<std::size_t>(at_ - begin);
  if (digits == 0 || digits > kMaxDigits || (digits > 1 && *begin == '0')) return false;
  if (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) {
    return read_float(begin, negative, value);
  }
  if (at_ != end_ && has_class(*at_, kNameMore)) return false;
  std::int64_t number = 0;
  for (const char* digit = begin; digit != at_; ++digit) number = number * 10 + (*digit - '0');
  value = Value::integer(negative ? -number : number);
  return at_end_of_value();
}

bool PlainReader::read_float(const char* begin, bool negative, Value& value) {
  if (take('.')) {
    const char* fraction = at_;
    skip_digits();
    if (at_ == fraction) return false;
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    const char* exponent = at_;
    skip_digits();
    if (at_ == exponent) return false;
  }
  if (at_ != end_ && (has_class(*at_, kNameMore) || *at_ == '.')) return false;
  const double number =
      parse_decimal(std::string_view(begin, static_cast<std::size_t>(at_ - begin)));
  value = Value::real(negative ? -number : number);
  return at_end_of_value();
}

// True, False, None, or a bare name, which is the str of itself.
bool PlainReader::read_word(Value& value) {
  const char* begin = at_;
  std::string_view name;
  if (!read_name(name)) {
    name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    if (name == "True" || name == "False") {
      value = Value::boolean(name == "True");
    } else if (name == "None") {
      value = Value::none();
    } else {
      return false;
    }
  } else {
    if (names_ == Names::kRefused) return false;
    if (at_ != end_ && (*at_ == '\'' || *at_ == '"')) return false;  // a prefix
    value = Value::str(name);
  }
  return at_end_of_value();
}

bool PlainReader::read_list(Value& value) {
  if (!enter()) return false;
  List list;
  const bool good = items(']', [&] {
    Value item;
    if (!read_value(item)) return false;
    list.push_back(std::move(item));
    return true;
  });
  leave();
  value = Value::list(std::move(list));
  return good && at_end_of_value();
}

bool PlainReader::read_dict(Value& value) {
  if (!enter()) return false;
  Dict entries;
  const bool good = items('}', [&] {
    Value key;
    if (!read_value(key) || !take(':')) return false;
    if (key.is_list() || key.is_dict()) return false;  // not hashable
    skip_blanks();
    Value item;
    if (!read_value(item)) return false;
    entries.set(std::move(key), std::move(item));
    return true;
  });
  leave();
  value = Value::dict(std::move(entries));
  return good && at_end_of_value();
}

}  // namespace bfclx
