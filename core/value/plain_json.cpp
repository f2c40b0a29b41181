#include "core/value/plain_json.h"

#include <cstdint>
#include <utility>

#include "core/base/float_text.h"
#include "core/value/dict.h"
#include "core/value/json_escape.h"

namespace bfclx {

namespace {

constexpr std::size_t kMaxDigits = 18;  // of an int that fits in 64 bits whatever they are

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

}  // namespace

bool PlainJson::read_name(std::string_view& name) {
  if (!take('"')) return false;
  const char* begin = at_;
  while (at_ != end_ && is_plain(*at_)) ++at_;
  name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
  if (!take('"')) return false;
  skip_space();
  if (!take(':')) return false;
  skip_space();
  return true;
}

bool PlainJson::read_text(std::string_view& text, std::string& unescaped) {
  if (!take('"')) return false;
  const char* begin = at_;  // of what is not yet in `unescaped`
  while (true) {
    while (at_ != end_ && is_plain(*at_)) ++at_;
    if (at_ == end_) return false;
    if (*at_ == '"') break;
    if (*at_ != '\\') return false;
    unescaped.append(begin, at_);
    if (++at_ == end_) return false;
    const char meant = simple_escape(*at_);
    if (meant == '\0') return false;
    unescaped.push_back(meant);
    begin = ++at_;
  }
  text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
  if (!unescaped.empty()) text = unescaped.append(text);
  ++at_;
  return true;
}

bool PlainJson::read_value(Value& value) {
  switch (next()) {
    case '"': {
      std::string_view text;
      std::string unescaped;
      if (!read_text(text, unescaped)) return false;
      value = Value::str(text);
      return true;
    }
    case '[':
      return read_list(value);
    case '{':
      return read_dict(value);
    case 't':
      value = Value::boolean(true);
      return read_word("true");
    case 'f':
      value = Value::boolean(false);
      return read_word("false");
    case 'n':
      value = Value::none();
      return read_word("null");
    default:
      return read_number(value);
  }
}

bool PlainJson::read_word(std::string_view word) {
  if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, word.size()) != word) {
    return false;
  }
  at_ += word.size();
  return true;
}

bool PlainJson::read_number(Value& value) {
  const char* const begin = at_;
  const bool negative = take('-');
  const char* const digits = at_;
  skip_digits();
  const auto count = static_cast<std::size_t>(at_ - digits);
  if (count == 0 || count > kMaxDigits || (count > 1 && *digits == '0')) return false;
  const bool is_integer = at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
  if (is_integer) {
    std::int64_t number = 0;
    for (const char* digit = digits; digit != at_; ++digit) number = number * 10 + (*digit - '0');
    value = Value::integer(negative ? -number : number);
    return true;
  }
  if (take('.')) {
    const char* const fraction = at_;
    skip_digits();
    if (at_ == fraction) return false;
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (!take('-')) (void)take('+');
    const char* const exponent = at_;
    skip_digits();
    if (at_ == exponent) return false;
  }
  value = Value::real(parse_decimal({begin, static_cast<std::size_t>(at_ - begin)}));
  return true;
}

bool PlainJson::read_list(Value& value) {
  if (++depth_ > kMaxNesting) return false;
  ++at_;
  List items;
  const auto read_item = [&] { return read_value(items.emplace_back()); };
  if (!this->items(']', read_item)) return false;
  --depth_;
  value = Value::list(std::move(items));
  return true;
}

bool PlainJson::read_dict(Value& value) {
  if (++depth_ > kMaxNesting) return false;
  ++at_;
  Dict entries;
  const auto read_member = [&] {
    std::string_view name;
    Value item;
    if (!read_name(name) || !read_value(item)) return false;
    entries.set(name, std::move(item));
    return true;
  };
  if (!items('}', read_member)) return false;
  --depth_;
  value = Value::dict(std::move(entries));
  return true;
}

bool read_plain_json(std::string_view text, Value& value) {
  PlainJson reader(text);
  reader.skip_space();
  return reader.read_value(value) && reader.at_end();
}

}  // namespace bfclx
