#include "core/simulators/engine/objects.h"

#include <algorithm>
#include <utility>

#include "core/base/unicode.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/objects/operators.h"
#include "core/python/python.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

Result<Value> call_builtin(std::string_view name, const Value& object) {
  python::Arguments arguments{{object}, {}, python::EvaluateLimits{}.bytes};
  return python::call_builtin(name, arguments);
}

Result<std::string> text_of(const Value& object) {
  BFCLX_RETURN_IF_ERROR(check_digits(object));
  return str(object);
}

Value text_result(std::string_view key, std::string_view text) {
  return dict_of({{key, Value::str(text)}});
}

Result<Value> error_about(std::string_view before, const Value& object, std::string_view after) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(object));
  return error_dict(std::string(before).append(text).append(after));
}

Result<Value> get_item(const Value& object, const Value& key) {
  return python::subscript(object, key);
}

Result<Value> get_item(const Value& object, std::string_view key) {
  if (object.is_dict()) {
    if (const Value* found = object.as_dict().find(key); found != nullptr) return *found;
  }
  return python::subscript(object, Value::str(key));
}

Result<Value> dict_get(const Value& object, const Value& key, Value otherwise) {
  if (!object.is_dict()) return no_attribute(object, "get");
  BFCLX_RETURN_IF_ERROR(python::check_hashable(key));
  if (const Value* found = object.as_dict().find(key); found != nullptr) return *found;
  return otherwise;
}

Result<Value> dict_get(const Value& object, std::string_view key, Value otherwise) {
  if (!object.is_dict()) return no_attribute(object, "get");
  if (const Value* found = object.as_dict().find(key); found != nullptr) return *found;
  return otherwise;
}

Status list_append(const Value& object, Value item) {
  if (!object.is_list()) return no_attribute(object, "append");
  object.mutable_list().push_back(std::move(item));
  return {};
}

Status list_extend(const Value& object, const Value& items) {
  if (!object.is_list()) return no_attribute(object, "extend");
  const Result<Value> extended = arithmetic_in_place(python::BinaryOperator::kAdd, object, items);
  if (!extended.ok()) return extended.error();
  return {};
}

Status list_remove(const Value& object, const Value& item) {
  if (!object.is_list()) return no_attribute(object, "remove");
  List& items = object.mutable_list();
  const auto found = std::find_if(items.begin(), items.end(), [&item](const Value& other) {
    return same_or_equal(other, item);
  });
  if (found == items.end()) return Error{"ValueError", "list.remove(x): x not in list"};
  items.erase(found);
  return {};
}

Result<Value> lowered(const Value& object) {
  if (object.is_str()) return Value::str(lower(object.as_str()));
  if (!object.is_bytes()) return no_attribute(object, "lower");
  std::string octets(object.as_bytes());
  for (char& c : octets) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return Value::bytes(octets);
}

}  // namespace bfclx
