#include "core/python/objects/errors.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/value/repr.h"

namespace bfclx::python {

Error type_error(std::string message) { return {"TypeError", std::move(message)}; }
Error value_error(std::string message) { return {"ValueError", std::move(message)}; }
Error index_error(std::string message) { return {"IndexError", std::move(message)}; }

Error key_error(const Value& key) { return {"KeyError", repr(key)}; }

Error key_error(std::string_view key) {
  Error error{"KeyError", {}};
  append_repr_str(error.message, key);
  return error;
}

Error undefined_name(std::string_view name) {
  return {"NameError", "name '" + std::string(name) + "' is not defined"};
}

Error no_attribute(const Value& value, std::string_view attribute) {
  return {"AttributeError",
          concat({"'", type_name(value), "' object has no attribute '", attribute, "'"})};
}

Error not_iterable(const Value& value) {
  return type_error(concat({"'", type_name(value), "' object is not iterable"}));
}

Error not_a_container(const Value& value) {
  return type_error(concat({"argument of type '", type_name(value), "' is not iterable"}));
}

Error no_length(const Value& value) {
  return type_error(concat({"object of type '", type_name(value), "' has no len()"}));
}

Error not_subscriptable(const Value& value) {
  return type_error(concat({"'", type_name(value), "' object is not subscriptable"}));
}

Error bad_subscript(const Value& value, std::string_view key_type) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return type_error(concat({"string indices must be integers, not '", key_type, "'"}));
    case Value::Kind::kBytes:
      return type_error(concat({"byte indices must be integers or slices, not ", key_type}));
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return type_error(
          concat({type_name(value), " indices must be integers or slices, not ", key_type}));
    default:
      return not_subscriptable(value);
  }
}

Error unhashable(const Value& value) {
  // A tuple is unhashable because of something inside.
  const Value* culprit = &value;
  while (culprit->is_tuple()) {
    const List& items = culprit->items();
    culprit = &*std::find_if(items.begin(), items.end(),
                             [](const Value& item) { return !hashable(item); });
  }
  return type_error(concat({"unhashable type: '", type_name(*culprit), "'"}));
}

Error not_an_integer(const Value& value) {
  return type_error(
      concat({"'", type_name(value), "' object cannot be interpreted as an integer"}));
}

Error cannot_concatenate(const Value& left, const Value& right) {
  const std::string_view type = type_name(left);
  return type_error(
      concat({"can only concatenate ", type, " (not \"", type_name(right), "\") to ", type}));
}

}  // namespace bfclx::python
