// What every simulated class needs to write down its methods, its results and its two tables.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_SUPPORT_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_SUPPORT_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/python/objects/operators.h"
#include "core/python/python.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

using python::no_attribute;

namespace internal {
template <typename Class, typename Member>
Class class_of(Member Class::*);
}  // namespace internal

// Rows of a ClassTable: Method::call of `Result<Value> Api::method(Arguments)`, Attribute::get of a
// member `Value Api::attribute_`.
template <auto kMethod>
Result<Value> call_member(Simulator& self, Arguments arguments) {
  using Class = decltype(internal::class_of(kMethod));
  return (static_cast<Class&>(self).*kMethod)(arguments);
}
template <auto kAttribute>
Value get_member(const Simulator& self) {
  using Class = decltype(internal::class_of(kAttribute));
  return static_cast<const Class&>(self).*kAttribute;
}

// {'key': value, ...}
inline Value dict_of(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  Dict dict;
  dict.reserve(entries.size());
  for (const auto& [key, value] : entries) dict.set(key, value);
  return Value::dict(std::move(dict));
}
// {'error': text}
inline Value error_dict(std::string_view text) { return dict_of({{"error", Value::str(text)}}); }

// a <op> b
inline Result<Value> arithmetic(python::BinaryOperator op, const Value& a, const Value& b) {
  return python::binary_operation(op, a, b, python::EvaluateLimits{}.bytes);
}
// a <op>= b: a list is extended itself, everything else gives a new object.
Result<Value> arithmetic_in_place(python::BinaryOperator op, const Value& a, const Value& b);
// name(positional...): float, int, round, len and the like (core/python/evaluate/builtins.h).
Result<Value> builtin(std::string_view name, List positional);
// a < b
inline Result<bool> is_less(const Value& a, const Value& b) {
  return python::compare_operation(python::CompareOperator::kLt, a, b);
}
// needle in container
using python::is_member;

// scenario.get(key, otherwise); load_scenario has seen that it is a dict.
inline Value scenario_get(const Value& scenario, std::string_view key,
                          const Value& otherwise = {}) {
  const Value* found = scenario.as_dict().find(key);
  return found != nullptr ? *found : otherwise;
}

// object[key] = value, del object[key]
Status set_item(const Value& object, const Value& key, Value value);
Status delete_item(const Value& object, const Value& key);

// str.isdigit(): decimal digits of any script, and digits that int() does not read (superscripts,
// circled ones).
bool str_isdigit(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_SUPPORT_H_
