#include "core/decode/python_like.h"

#include <utility>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::python_like {
namespace {

Error type_error(std::string message) { return Error{"TypeError", std::move(message)}; }

// "'int' object", as most of CPython's messages begin.
std::string object_of_type(const Value& value) {
  std::string text = "'";
  text += type_name(value);
  text += "' object";
  return text;
}

Error bad_subscript(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return type_error("string indices must be integers, not 'str'");
    case Value::Kind::kList:
      return type_error("list indices must be integers or slices, not str");
    case Value::Kind::kTuple:
      return type_error("tuple indices must be integers or slices, not str");
    case Value::Kind::kBytes:
      return type_error("byte indices must be integers or slices, not str");
    default:
      return type_error(object_of_type(value) + " is not subscriptable");
  }
}

// The type that hash() complains about: tuples are hashed by their items.
std::string_view unhashable_type(const Value& value) {
  if (value.is_tuple()) {
    for (const Value& item : value.items()) {
      if (!hashable(item)) return unhashable_type(item);
    }
  }
  return type_name(value);
}

}  // namespace

Error no_attribute(const Value& value, std::string_view attribute) {
  std::string message = object_of_type(value);
  message += " has no attribute '";
  message += attribute;
  message += "'";
  return Error{"AttributeError", std::move(message)};
}

Error not_iterable(const Value& value) {
  return type_error(object_of_type(value) + " is not iterable");
}

Result<std::string_view> str_method(const Value& value, std::string_view method) {
  if (!value.is_str()) return no_attribute(value, method);
  return value.as_str();
}

Result<const Dict*> dict_method(const Value& value, std::string_view method) {
  if (!value.is_dict()) return no_attribute(value, method);
  return &value.as_dict();
}

Result<std::string_view> regex_subject(const Value& value) {
  if (value.is_str()) return value.as_str();
  std::string message = "expected string or bytes-like object, got '";
  message += type_name(value);
  message += "'";
  return type_error(std::move(message));
}

Result<const Value*> subscript(const Value& value, std::string_view key) {
  if (!value.is_dict()) return bad_subscript(value);
  const Value* found = value.as_dict().find(key);
  if (found != nullptr) return found;
  std::string message;
  append_repr_str(message, key);
  return Error{"KeyError", std::move(message)};
}

Result<Value> one_item_dict(const Value& key, const Value& value) {
  if (!hashable(key)) {
    std::string message = "unhashable type: '";
    message += unhashable_type(key);
    message += "'";
    return type_error(std::move(message));
  }
  Dict entries;
  entries.set(key, value);
  return Value::dict(std::move(entries));
}

Result<bool> contains_str(const Value& value, std::string_view text) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return value.as_str().find(text) != std::string_view::npos;
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return contains(value.items(), Value::str(text));
    case Value::Kind::kDict:
      return value.as_dict().contains(text);
    case Value::Kind::kSet:
      return value.as_set().contains(Value::str(text));
    default: {
      std::string message = "argument of type '";
      message += type_name(value);
      message += "' is not iterable";
      return type_error(std::move(message));
    }
  }
}

Result<std::string> in_brackets(const Value& value) {
  if (!value.is_str()) {
    std::string message = "can only concatenate str (not \"";
    message += type_name(value);
    message += "\") to str";
    return type_error(std::move(message));
  }
  const std::string_view text = value.as_str();
  std::string bracketed;
  bracketed.reserve(text.size() + 2);
  bracketed += '[';
  bracketed += text;
  bracketed += ']';
  return bracketed;
}

Result<Value> json_loads_of(const Value& value) {
  if (value.is_str()) return json_loads(value.as_str());
  std::string message = "the JSON object must be str, bytes or bytearray, not ";
  message += type_name(value);
  return type_error(std::move(message));
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
