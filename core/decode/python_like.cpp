#include "core/decode/python_like.h"

#include <utility>

#include "core/base/text.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::python_like {
Result<std::string_view> regex_subject(const Value& value) {
  if (value.is_str()) return value.as_str();
  return python::type_error(
      concat({"expected string or bytes-like object, got '", type_name(value), "'"}));
}

Result<Value> one_item_dict(const Value& key, const Value& value) {
  BFCLX_RETURN_IF_ERROR(python::check_hashable(key));
  Dict entries;
  entries.set(key, value);
  return Value::dict(std::move(entries));
}

Result<bool> contains_str(const Value& value, std::string_view text) {
  if (value.is_str()) return contains(value.as_str(), text);
  return python::is_member(Value::str(text), value);
}

Result<std::string> in_brackets(const Value& value) {
  if (!value.is_str()) return python::cannot_concatenate(Value::str("["), value);
  return concat({"[", value.as_str(), "]"});
}

Result<Value> json_loads_of(const Value& value) {
  if (value.is_str()) return json_loads(value.as_str());
  return python::type_error(
      concat({"the JSON object must be str, bytes or bytearray, not ", type_name(value)}));
}

void append_format(std::string& out, const Value& value) {
  if (value.is_str()) {
    out += value.as_str();
  } else {
    out += str(value);
  }
}

std::optional<Between> find_between(std::string_view text, std::string_view open,
                                    std::string_view close, std::size_t begin) {
  const std::size_t open_at = text.find(open, begin);
  if (open_at == std::string_view::npos) return std::nullopt;
  const std::size_t content_at = open_at + open.size();
  const std::size_t close_at = text.find(close, content_at);
  if (close_at == std::string_view::npos) return std::nullopt;
  return Between{text.substr(content_at, close_at - content_at), close_at + close.size()};
}

std::string_view lstrip_chars(std::string_view text, std::string_view chars) {
  const std::size_t begin = text.find_first_not_of(chars);
  return begin == std::string_view::npos ? text.substr(text.size()) : text.substr(begin);
}

std::string_view rstrip_chars(std::string_view text, std::string_view chars) {
  const std::size_t last = text.find_last_not_of(chars);
  return last == std::string_view::npos ? text.substr(0, 0) : text.substr(0, last + 1);
}

std::string_view next_piece(std::optional<std::string_view>& rest, std::string_view separator) {
  const std::string_view text = *rest;
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) {
    rest.reset();
    return text;
  }
  rest = text.substr(at + separator.size());
  return text.substr(0, at);
}

}  // namespace bfclx::python_like
