// Objects that can be called and objects that give items one after the other, as values.
//
// They may be kept longer than the evaluation that made them (a call can put one into the state of
// a simulated service); then they are still printed, and nothing else.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_CALLABLE_H_
#define BFCLX_CORE_PYTHON_EVALUATE_CALLABLE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

// What stands for an address in the repr of an object.
inline constexpr std::string_view kAddress = "0x7f0000000000";

// A function: a lambda, a method of an object, a function of a module.
class Callable : public OpaqueContent {
 public:
  explicit Callable(List held_values = {})
      : OpaqueContent(Role::kFunction, std::move(held_values)) {}
  virtual Result<Value> call(Arguments& arguments) = 0;
};

// A module.
class Module : public OpaqueContent {
 public:
  Module() : OpaqueContent(Role::kModule) {}
  virtual Result<Value> attribute(std::string_view name) = 0;
};
// The module that the value is; nullptr for other values.
Module* module_in(const Value& value);

// function(...). TypeError "'int' object is not callable"; "Limit" for objects that are callable
// and outside of the subset. The arguments are paid for.
Result<Value> call_value(const Value& function, Arguments& arguments);
// With the bounds and the evaluation of `like`.
Result<Value> call_value(const Value& function, List positional, const Arguments& like);
bool is_callable(const Value& value);

// value.name as an object: "<built-in method upper of str object at 0x7f0000000000>".
Value bound_method(const Value& value, std::string_view name);
// str.upper: "<method 'upper' of 'str' objects>".
Value method_of_type(Value::Kind kind, std::string_view type, std::string_view name);

// "<zip object at 0x7f0000000000>"
Value object_at_address(std::string_view type, std::shared_ptr<OpaqueContent> content);
// What a function that calls itself without end gives.
Error too_deep();

class Iterator : public OpaqueContent {
 public:
  Iterator(std::shared_ptr<Run> run, List held_values)
      : OpaqueContent(Role::kIterator, std::move(held_values)), run_(std::move(run)) {}
  // nullopt at the end. Each item is a step.
  Result<std::optional<Value>> next();
  // All that are left.
  Result<List> rest();

 protected:
  virtual Result<std::optional<Value>> advance() = 0;
  const std::shared_ptr<Run>& run() const { return run_; }

 private:
  std::shared_ptr<Run> run_;
};

// The iterator that the value is; nullptr for other values.
Iterator* iterator_in(const Value& value);
// iter(value): an iterator is itself.
Result<Value> iterator_of(const Value& value, const std::shared_ptr<Run>& run);
// An object of the type ("list_reverseiterator") that gives the items of a list.
Value make_items_iterator(std::string_view type, Value list, const std::shared_ptr<Run>& run);
// next(iterator), of what iterator_of gave.
Result<std::optional<Value>> next_item(const Value& iterator);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_CALLABLE_H_
