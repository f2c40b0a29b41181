#include "core/python/evaluate/plain_reader.h"

#include <utility>

#include "core/base/float_text.h"
#include "core/value/dict.h"

namespace bfclx {

using plain_form::has_class;
using plain_form::kNameMore;

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
